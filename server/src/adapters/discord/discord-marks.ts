import { type Marks, renderMarks } from '../shared/channel-text/marks.ts';
import type { Entity, StyledText } from '../shared/channel-text/text-writer.ts';

/** https://support.discord.com/hc/en-us/articles/210298617: code of several lines begins on a line of its own, else its first word is a language. */
const MARKS: Marks = {
  bold: ['**', '**'],
  italic: ['_', '_'],
  strikethrough: ['~~', '~~'],
  code: ['`', '`'],
  pre: ['```\n', '\n```'],
  blockquote: ['> ', ''],
};

const URLS = /https?:\/\/[^\s<>]+/g;
/** What Discord would read as a mark, a mention or a time; at the beginning of a line also a heading or a quote. */
const SIGNS = /[\\*_~`|]|<(?=[@#:/a-z])|(?<=^[ \t]*)(?:-#|#|>)/gim;

type Range = { from: number; to: number };

/** A text with ranges in Discord's dialect of Markdown. What only looks like a mark is escaped, but not in code or in addresses. */
export function renderDiscord(given: StyledText): string {
  const entities = given.entities.filter((entity) => !hasFence(given.text, entity));
  const whole = [
    ...entities.filter(({ type }) => type === 'code' || type === 'pre').map(rangeOf),
    ...[...given.text.matchAll(URLS)].map(({ index, 0: url }) => ({ from: index, to: index + url.length })),
  ];
  const signs = [...given.text.matchAll(SIGNS)]
    .map(({ index }) => index)
    .filter((at) => !whole.some(({ from, to }) => from <= at && at < to));
  if (signs.length === 0) return renderMarks(MARKS)({ ...given, entities });
  const moved = makeMoved(signs);
  const shifted = entities.map((entity) => {
    const { from, to } = rangeOf(entity);
    return { ...entity, offset: moved(from), length: moved(to) - moved(from) };
  });
  return renderMarks(MARKS)({ text: escaped(given.text, signs), entities: shifted });
}

const rangeOf = ({ offset, length }: Entity): Range => ({ from: offset, to: offset + length });

/** Code with the sign that would end it is text. */
const hasFence = (text: string, { type, offset, length }: Entity) =>
  (type === 'code' || type === 'pre') && text.slice(offset, offset + length).includes(type === 'code' ? '`' : '```');

function escaped(text: string, signs: readonly number[]): string {
  let written = '';
  let last = 0;
  for (const at of signs) {
    written += `${text.slice(last, at)}\\`;
    last = at;
  }
  return written + text.slice(last);
}

/** Where a place is once a sign stands before each of `signs`, which are in order. */
function makeMoved(signs: readonly number[]) {
  return (at: number) => {
    let low = 0;
    let high = signs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((signs[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return at + low;
  };
}
