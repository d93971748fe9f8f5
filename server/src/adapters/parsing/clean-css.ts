import {
  type CssNode,
  generate,
  ident,
  type List,
  type ListItem,
  parse,
  tokenize,
  tokenTypes,
  url,
  walk,
} from 'css-tree';

/** At-rules that only arrange what is there. Whatever can fetch (`@import`, `@font-face`) is dropped. */
const AT_RULES = new Set(['media', 'supports', 'keyframes', 'layer', 'container']);
const FETCHING = /^(url|image-set|-webkit-image-set|src|image|cross-fade|expression)$/i;
const IMAGE = /^data:image\/(png|jpeg|webp|gif);/i;
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
      // What stands before a block and could not be read is written as it came: browsers may read it.
      if ((node.type === 'Atrule' || node.type === 'Rule') && node.prelude?.type === 'Raw') list.remove(item);
      if (node.type === 'Raw' && node.value.trim() !== '') list.remove(item);
    },
  });
  // The text goes into a <style> element: nothing in it may close that.
  const cleaned = generate(tree).replaceAll('<', '\\3c ');
  return reachesOut(cleaned) ? '' : cleaned;
}

/** By the tokens that a browser will see, whatever became of them in between: then nothing of the sheet is given out. */
function reachesOut(css: string): boolean {
  let found = false;
  tokenize(css, (type, start, end) => {
    const token = css.slice(start, end);
    if (type === tokenTypes.BadUrl) found = true;
    if (type === tokenTypes.Url && !IMAGE.test(url.decode(token))) found = true;
    if (type === tokenTypes.Function && FETCHING.test(ident.decode(token.slice(0, -1)))) found = true;
    if (type === tokenTypes.AtKeyword && /^(import|font-face|namespace)$/i.test(ident.decode(token.slice(1))))
      found = true;
  });
  return found;
}

function isAllowed(declaration: CssNode & { type: 'Declaration' }): boolean {
  const property = declaration.property.toLowerCase();
  if (PROPERTIES_REFUSED.has(property) || property.includes('\\')) return false;
  let isClean = true;
  walk(declaration, (node: CssNode) => {
    if (node.type === 'Url' && !IMAGE.test(node.value)) isClean = false;
    // An escaped name (`\\75rl(`) is another spelling of one that is refused.
    if (node.type === 'Function' && node.name.includes('\\')) isClean = false;
    if (node.type === 'Function' && FETCHING.test(node.name)) isClean = false;
    if (node.type === 'Raw') isClean = false;
  });
  return isClean;
}
