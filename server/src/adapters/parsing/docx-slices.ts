import sax from 'sax';
import { ReadingProblem } from './reading-problem.ts';

/** Characters of XML that are read together: what a reader makes of them takes some twenty times as much memory. */
const SLICE_CHARS = 256 * 1024;
const PIECE_CHARS = 64 * 1024;
const DEPTH_MAX = 200;

/**
 * Word's `document.xml` as documents of some of its paragraphs and tables each, one after the other as its text comes. A slice
 * ends within a list only where the list itself is longer than two.
 */
export async function* docxSlices(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const seen = watchBody();
  let held = '';
  let heldFrom = 0;
  let head = '';
  const slice = (end: number) => {
    const text = `${head}${held.slice(0, end - heldFrom)}${seen.tail}`;
    held = held.slice(end - heldFrom);
    heldFrom = end;
    return text;
  };
  for await (const text of texts)
    for (let at = 0; at < text.length; at += PIECE_CHARS) {
      const piece = text.slice(at, at + PIECE_CHARS);
      held += piece;
      seen.write(piece);
      if (head === '' && seen.body > 0) {
        head = held.slice(0, seen.body);
        held = held.slice(seen.body);
        heldFrom = seen.body;
      }
      const length = seen.end - heldFrom;
      if (length > SLICE_CHARS && seen.endOutsideLists > heldFrom) yield slice(seen.endOutsideLists);
      else if (length > 2 * SLICE_CHARS) yield slice(seen.end);
    }
  if (head === '') throw new ReadingProblem('This file is no Word document.');
  if (seen.end > heldFrom) yield slice(seen.end);
}

/** Where the body begins, and where the last of its paragraphs and tables ends, counted in characters. */
function watchBody() {
  const parser = sax.parser(true);
  const seen = { body: 0, tail: '', end: 0, endOutsideLists: 0, write: (text: string) => void parser.write(text) };
  let root = '';
  let depth = 0;
  let isListItem = false;
  parser.onopentag = ({ name }) => {
    depth += 1;
    if (depth > DEPTH_MAX) throw new ReadingProblem('This file is nested too deeply.');
    if (depth === 1) root = name;
    if (depth === 2 && isNamed(name, 'body')) {
      seen.body = parser.position;
      seen.tail = `</${name}></${root}>`;
    }
    if (isNamed(name, 'numPr')) isListItem = true;
  };
  parser.onclosetag = () => {
    depth -= 1;
    if (depth !== 2 || seen.body === 0) return;
    seen.end = parser.position;
    if (!isListItem) seen.endOutsideLists = parser.position;
    isListItem = false;
  };
  parser.onerror = () => {
    throw new ReadingProblem('This file is damaged and cannot be read.');
  };
  return seen;
}

/** Whatever a writer calls the namespace; Word itself says `w`. */
const isNamed = (name: string, local: string) => name === local || name.endsWith(`:${local}`);
