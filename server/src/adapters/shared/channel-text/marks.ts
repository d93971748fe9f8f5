import type { Entity, EntityType, StyledText } from './text-writer.ts';

/** How a provider writes what is bold, code, ... Of a kind that is not named, the text alone is written. */
export type Marks = Partial<Record<EntityType, readonly [before: string, after: string]>>;

/** Marks that stand around words, lines of a quote with a sign before each. Spaces at the ends of a range stay outside, else it is none. */
export const renderMarks =
  (marks: Marks) =>
  ({ text, entities }: StyledText): string => {
    const at = new Map<number, { before: string[]; after: string[] }>();
    const placeOf = (index: number) => {
      const place = at.get(index) ?? { before: [], after: [] };
      at.set(index, place);
      return place;
    };
    for (const entity of entities.toSorted(outerFirst)) {
      const mark = marks[entity.type];
      const range = mark && (entity.type === 'blockquote' ? quoted(text, entity) : [trimmed(text, entity)]);
      for (const { from, to } of range ?? []) {
        if (!mark || from >= to) continue;
        placeOf(from).before.push(mark[0]);
        placeOf(to).after.unshift(mark[1]);
      }
    }
    let written = '';
    let last = 0;
    for (const [index, { before, after }] of [...at].sort(([one], [other]) => one - other)) {
      written += text.slice(last, index) + after.join('') + before.join('');
      last = index;
    }
    return written + text.slice(last);
  };

const outerFirst = (one: Entity, other: Entity) => one.offset - other.offset || other.length - one.length;

type Range = { from: number; to: number };

function trimmed(text: string, { offset, length }: Entity): Range {
  const part = text.slice(offset, offset + length);
  const from = offset + (part.length - part.trimStart().length);
  return { from, to: from + part.trim().length };
}

/** Each of its lines. */
function quoted(text: string, { offset, length }: Entity): Range[] {
  const lines: Range[] = [];
  for (let from = offset; from <= offset + length; ) {
    const found = text.indexOf('\n', from);
    const to = found === -1 || found > offset + length ? offset + length : found;
    lines.push({ from, to });
    from = to + 1;
  }
  return lines;
}

export const WHATSAPP_MARKS: Marks = {
  bold: ['*', '*'],
  italic: ['_', '_'],
  strikethrough: ['~', '~'],
  code: ['`', '`'],
  pre: ['```', '```'],
  blockquote: ['> ', ''],
};
