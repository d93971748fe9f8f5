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
import type { ScopedCss } from '../../domain/agencies/agencies.ports.ts';

/** At-rules that only arrange what is there. Whatever can fetch (`@import`, `@font-face`) is dropped. */
const AT_RULES = new Set(['media', 'supports', 'keyframes', 'layer', 'container']);
const FETCHING = /^(url|image-set|-webkit-image-set|src|image|cross-fade|expression)$/i;
const IMAGE = /^data:image\/(png|jpeg|webp|gif);/i;
const LEFT_OUT_MAX = 50;
const LEFT_OUT_CHARS = 120;
const PROPERTIES_REFUSED = new Set(['behavior', '-moz-binding']);

/**
 * An agency's CSS, parsed and written anew: no `@import`, no `url()` but `data:image/`, no old scripting hooks. What cannot
 * be parsed is left out. Not covered: CSS may still hide parts of the chat; the AI notice stands outside of its reach.
 */
export function cleanCustomCss(css: string): string {
  return css.trim() === '' ? '' : write(cleanTree(css, () => {}));
}

/**
 * The same of what an agency gives its clients' dashboard, within `@scope`: it reaches no element outside of the one that carries
 * `data-agency-css`, which stands for `html`, `body` and `:root`. `leftOut` says what was left out, by lines, at most 50.
 */
export function scopeAgencyCss(css: string): ScopedCss {
  const leftOut: ScopedCss['leftOut'] = [];
  const tree = cleanTree(css, (node) => {
    if (leftOut.length >= LEFT_OUT_MAX || !node.loc) return;
    const text = css.slice(node.loc.start.offset, node.loc.end.offset).trim().replace(/\s+/g, ' ');
    leftOut.push({ line: node.loc.start.line, text: text.slice(0, LEFT_OUT_CHARS) });
  });
  walk(tree, { visit: 'Selector', enter: ({ children }) => rootToScope(children) });
  const cleaned = write(tree);
  return { css: cleaned === '' ? '' : `@scope ([data-agency-css]){${cleaned}}`, leftOut };
}

/** `html body .card` is `:scope .card`; `html.dark` says more than that it is the root, and stays. */
function rootToScope(children: List<CssNode>): void {
  const parts = children.toArray();
  let from = 0;
  while (parts[from] && isRoot(parts[from]!)) {
    const next = parts[from + 1];
    if (next && (next.type !== 'Combinator' || ![' ', '>'].includes(next.name))) break;
    from += next ? 2 : 1;
  }
  if (from === 0) return;
  const rest = parts.slice(from);
  const scope: CssNode = { type: 'PseudoClassSelector', name: 'scope', children: null };
  const inIt: CssNode = { type: 'Combinator', name: ' ' };
  children.fromArray(rest.length === 0 ? [scope] : [scope, inIt, ...rest]);
}

const isRoot = (node: CssNode) =>
  (node.type === 'TypeSelector' && /^(html|body)$/i.test(node.name)) ||
  (node.type === 'PseudoClassSelector' && node.name.toLowerCase() === 'root' && node.children === null);

function cleanTree(css: string, onRemoved: (node: CssNode) => void): CssNode {
  const tree = parse(css, { parseCustomProperty: true, positions: true, onParseError: () => {} });
  walk(tree, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (!list || isKept(node)) return;
      onRemoved(node);
      list.remove(item);
    },
  });
  return tree;
}

function isKept(node: CssNode): boolean {
  if (node.type === 'Declaration') return isAllowed(node);
  if (node.type === 'Raw') return node.value.trim() === '';
  if (node.type === 'Atrule' && !AT_RULES.has(node.name.toLowerCase())) return false;
  // What stands before a block and could not be read is written as it came: browsers may read it.
  return (node.type !== 'Atrule' && node.type !== 'Rule') || node.prelude?.type !== 'Raw';
}

/** The text goes into a <style> element: nothing in it may close that. */
function write(tree: CssNode): string {
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
