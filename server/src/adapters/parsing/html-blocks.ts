import type { TextBlock } from '../../domain/extraction/extraction.ports.ts';
import { definitionLines, isDataTable, listLines, tableLines } from './html-lines.ts';

const SKIPPED = new Set(
  'script style noscript template svg canvas iframe object embed video audio map select option input textarea dialog head link meta'.split(
    ' ',
  ),
);
const INLINE = new Set(
  'a abbr b bdi bdo button cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;

export const nameOf = (element: Element) => element.localName.toLowerCase();

/** Hidden from readers is hidden from the agent: it is where instructions for machines are put. */
export const isHidden = (element: Element) =>
  element.hasAttribute('hidden') ||
  element.getAttribute('aria-hidden') === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute('style') ?? '');

export type Heading = { level: number; text: string };

/**
 * The text of an element as blocks under their headings, in reading order: paragraphs, lists and tables as lines. `leaves`
 * says what to pass over beside scripts, forms' fields and hidden parts; `headings` are those that it begins under, and then
 * those that it ends under.
 */
export function htmlBlocks(
  root: Element,
  leaves: (element: Element) => boolean = () => false,
  headings: Heading[] = [],
): TextBlock[] {
  const blocks: TextBlock[] = [];
  let text = '';
  const headingPath = () => headings.map((heading) => heading.text);
  const add = (content: string, kind: TextBlock['kind']) => {
    if (content) blocks.push({ headingPath: headingPath(), text: content, kind });
  };
  const flush = () => {
    add(tidy(text), 'text');
    text = '';
  };
  const addWhole = (content: string, kind: TextBlock['kind']) => {
    flush();
    add(content, kind);
  };

  const visit = (element: Element): void => {
    const name = nameOf(element);
    if (SKIPPED.has(name) || isHidden(element) || leaves(element)) return;
    if (name === 'br') text += '\n';
    else if (HEADING.test(name)) {
      flush();
      const level = Number(name[1]);
      const title = oneLine(element.textContent ?? '').slice(0, 200);
      const above = headings.filter((one) => one.level < level);
      if (title) headings.splice(0, headings.length, ...above, { level, text: title });
    } else if (name === 'pre') addWhole((element.textContent ?? '').trim(), 'code');
    else if (name === 'table' && isDataTable(element)) addWhole(tableLines(element), 'table');
    else if ((name === 'ul' || name === 'ol') && !element.querySelector('h1,h2,h3,h4,h5,h6,table,pre'))
      addWhole(listLines(element), 'list');
    else if (name === 'dl') addWhole(definitionLines(element), 'list');
    else if (INLINE.has(name)) {
      visitChildren(element);
      text += contactOf(element, text);
    } else {
      flush();
      visitChildren(element);
      flush();
    }
  };
  const visitChildren = (element: Element) => {
    for (const child of element.childNodes) {
      if (child.nodeType === 3) text += (child.textContent ?? '').replace(/[\s\u00a0]+/g, ' ');
      else if (child.nodeType === 1) visit(child as Element);
    }
  };
  visitChildren(root);
  flush();
  return blocks;
}

export const oneLine = (text: string) => text.replace(/[\s\u00a0]+/g, ' ').trim();

const tidy = (text: string) =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** "Write to us" alone does not answer how: the address behind the link does. */
function contactOf(element: Element, before: string): string {
  const href = element.getAttribute('href') ?? '';
  const target = /^(?:mailto|tel):([^?]{3,100})/i.exec(href)?.[1];
  return target && !before.endsWith(target) && !/[\d@]/.test(oneLine(element.textContent ?? '')) ? ` (${target})` : '';
}
