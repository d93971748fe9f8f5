import { opensWithMonth } from '../particulars/dates.rules.ts';
import { pricedParts } from './priced-parts.rules.ts';
import { readQuestionLists } from './question-lists.rules.ts';

/**
 * A piece of a passage that can be said by itself. Items and rows belong to the `block` they stand in; a `record` is a row that
 * names its columns itself. A `question` of a list says nothing by itself; what answers it has it as its `question`.
 */
export type Unit = {
  kind: 'sentence' | 'item' | 'row' | 'record' | 'heading' | 'question';
  text: string;
  block: number;
  question?: string;
};

export const isQuestion = ({ kind, text }: Unit): boolean => kind === 'question' || /\?\s*$/u.test(text);

/** Of a row below the first of its table: that one names the columns. */
export const headOf = (unit: Unit, units: readonly Unit[]): Unit | null => {
  const head = unit.kind === 'row' ? units.find(({ kind, block }) => kind === 'row' && block === unit.block) : null;
  return head && head !== unit ? head : null;
};

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Ends that are no end of a sentence: the segmenter does not know abbreviations. */
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|etc|approx|ca|bzw|z\.\s?B|d\.\s?h|Nr|No|St|Dr|Mr|Mrs|Ms|Prof|Inc|Ltd|Co|vs|Fig|Sec|Art|Abs|Str|Tel|U\.S|p\.\s?ej|Sr|Sra|env|max|min|incl|inkl|ggf)\.\s*$/iu;

/** "am 31. Dezember" */
const dayNumber = /(?<!\p{N})\p{N}{1,2}\.\s*$/u;

/** Cuts a passage into sentences, list items and table rows, in order. */
export function unitsOf(passage: string): Unit[] {
  const units: Unit[] = [];
  let block = 0;
  let last: Unit['kind'] | 'none' = 'none';
  let question: string | null = null;
  for (const { text: line, is } of readQuestionLists(joinWrappedLines(passage.split('\n')))) {
    const kind = is === 'question' ? is : kindOf(line);
    if (kind !== last || kind === 'sentence') block += 1;
    last = kind;
    if (kind === 'question' || kind === 'heading') question = kind === 'question' ? line : null;
    const asked = question !== null && kind !== 'question' ? { question } : {};
    if (kind === 'sentence')
      for (const text of sentencesOf(line).flatMap(partsOf)) units.push({ kind, text, block, ...asked });
    else if (!/^[\s|:+-]+$/.test(line)) units.push({ kind, text: cleanLine(line, kind), block, ...asked });
  }
  return units.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** A list of prices in one sentence is as many sentences. */
const partsOf = (sentence: string) => pricedParts(sentence) ?? [sentence];

const itemStart = /^\s*(?:[-*•·‣–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+/u;

function kindOf(line: string): Unit['kind'] {
  if (/^\s*#{1,6}\s/.test(line)) return 'heading';
  if (itemStart.test(line)) return 'item';
  if (recordOf(line)) return 'record';
  if (/^\s*\|.*\|/.test(line) || (line.match(/ \| |\t/g)?.length ?? 0) >= 1) return 'row';
  return 'sentence';
}

/** "product: Rye bread | price: 4.20", as tables are read from files, as a sentence: "Rye bread: price 4.20." */
function recordOf(line: string): string | null {
  const cells = line.split(' | ').map((cell) => /^\s*([^:|]{1,60}): (.+)$/u.exec(cell));
  const [first, ...others] = cells;
  if (!first || others.length === 0 || cells.includes(null)) return null;
  return `${first[2]!.trim()}: ${others.map((cell) => `${cell![1]!.trim()} ${cell![2]!.trim()}`).join(', ')}.`;
}

function cleanLine(line: string, kind: Unit['kind']): string {
  if (kind === 'record') return recordOf(line) ?? line;
  const text = line.replace(/\s+/g, ' ').trim();
  if (kind === 'heading') return text.replace(/^#+\s*/, '');
  return kind === 'item' ? text.replace(/^[-*•·‣–]\s+/u, '') : text;
}

/** Files are often wrapped at a width: a line that stops without an end and goes on in lower case is one with the next. */
function joinWrappedLines(lines: string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const isWrapped =
      before !== undefined &&
      before.length > 50 &&
      !/[.!?:;。！？]\s*$/u.test(before) &&
      kindOf(line) === 'sentence' &&
      /^\s*\p{Ll}/u.test(line);
    if (isWrapped) joined[joined.length - 1] = `${before} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let open = '';
  const segments = Array.from(sentenceSegmenter.segment(text), ({ segment }) => segment);
  for (const [at, segment] of segments.entries()) {
    open += segment;
    if (abbreviation.test(open) || (dayNumber.test(open) && opensWithMonth(segments[at + 1] ?? ''))) continue;
    sentences.push(open.replace(/\s+/g, ' ').trim());
    open = '';
  }
  if (open.trim() !== '') sentences.push(open.replace(/\s+/g, ' ').trim());
  return sentences.filter((sentence) => sentence !== '');
}
