import { type CssNode, generate, type List, type ListItem, parse, walk } from 'css-tree';

/** At-rules that only arrange what is there. Whatever can fetch (`@import`, `@font-face`) is dropped. */
const AT_RULES = new Set(['media', 'supports', 'keyframes', 'layer', 'container']);
const PROPERTIES_REFUSED = new Set(['behavior', '-moz-binding']);

/**
 * An agency's CSS, parsed and written anew: no `@import`, no `url()` but `data:image/`, no old scripting hooks. What cannot
 * be parsed is left out. Not covered: CSS may still hide parts of the chat; the AI notice stands outside of its reach.
 */
export function cleanCustomCss(css: string): string {
  if (css.trim() === '') return '';
  const tree = parse(css, { parseCustomProperty: true, onParseError: () => {} });
  walk(tree, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (!list) return;
      if (node.type === 'Atrule' && !AT_RULES.has(node.name.toLowerCase())) list.remove(item);
      if (node.type === 'Declaration' && !isAllowed(node)) list.remove(item);
      if (node.type === 'Raw' && node.value.trim() !== '') list.remove(item);
    },
  });
  // The text goes into a <style> element: nothing in it may close that.
  return generate(tree).replaceAll('<', '\\3c ');
}

function isAllowed(declaration: CssNode & { type: 'Declaration' }): boolean {
  const property = declaration.property.toLowerCase();
  if (PROPERTIES_REFUSED.has(property) || property.includes('\\')) return false;
  let isClean = true;
  walk(declaration, (node: CssNode) => {
    if (node.type === 'Url' && !/^data:image\/(png|jpeg|webp|gif);/i.test(node.value)) isClean = false;
    // An escaped name (`\\75rl(`) is another spelling of one that is refused.
    if (node.type === 'Function' && node.name.includes('\\')) isClean = false;
    if (node.type === 'Function' && /^(image-set|-webkit-image-set|src|image|cross-fade|expression)$/i.test(node.name))
      isClean = false;
    if (node.type === 'Raw') isClean = false;
  });
  return isClean;
}
