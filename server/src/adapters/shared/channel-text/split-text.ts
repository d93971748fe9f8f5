import { makeGraphemeEdges } from './grapheme-edges.ts';
import type { Entity, StyledText } from './text-writer.ts';

/** https://core.telegram.org/bots/api#sendmessage and limits.tginfo.me: units of UTF-16, and entities that are kept. */
export const MESSAGE_MAX = 4_096;
const ENTITIES_MAX = 100;

const URL_LIKE = /(?:https?:\/\/|www\.)[\p{L}\p{N}\p{M}\-.~:/?#[\]@!$&'()*+,;=%_]+/giu;
/** Where a message may end, the best first: paragraphs, lines, sentences, words. */
const BREAKS = [/\n\n/g, /\n/g, /[.!?…:;]["'”’»)\]]*(?=\s)|[。！？؟۔।]/g, /\s/g];

type Range = { from: number; to: number };

/** As few messages as hold it, none cut within a sign, an address, or code that fits into one; entities are cut along. */
export function splitText({ text, entities }: StyledText, limit = MESSAGE_MAX): StyledText[] {
  const { before, isEdge } = makeGraphemeEdges(text);
  const codes = entities.filter(({ type }) => type === 'pre').map(rangeOf);
  const urls = [...text.matchAll(URL_LIKE)].map(({ index, 0: url }) => ({ from: index, to: index + url.length }));
  const wholes = [...urls, ...codes].filter(({ from, to }) => to - from <= limit);
  const isInCode = (at: number) => codes.some(({ from, to }) => from <= at && at < to);

  /** Of spaces at an end nothing is sent; what begins a line of code stays. */
  const skipSpaces = (at: number) => {
    if (isInCode(at)) return text[at] === '\n' ? at + 1 : at;
    const next = text.slice(at, at + limit).search(/\S/);
    return next === -1 ? Math.min(text.length, at + limit) : at + next;
  };

  const findEnd = (from: number): number => {
    const most = from + limit;
    const near = wholes.filter((whole) => whole.to > from && whole.from < most + 1);
    const isFit = (at: number) => isEdge(at) && isEdge(skipSpaces(at)) && !near.some((whole) => isWithin(whole, at));
    const window = text.slice(from, most + 1);
    // Better a sentence's end than a paragraph's that leaves the message half empty.
    for (const least of [limit / 2, 1])
      for (const pattern of BREAKS) {
        const ends = [...window.matchAll(pattern)].map(
          (found) => found.index + (/\s/.test(found[0][0]!) ? 0 : found[0].length),
        );
        const end = ends.findLast((at) => at >= least && at <= limit && isFit(from + at));
        if (end !== undefined) return from + end;
      }
    const edge = before(near.find((whole) => isWithin(whole, most))?.from ?? most);
    // One sign that is longer than a message.
    return edge > from ? edge : most - (/[\ud800-\udbff]/.test(text[most - 1] ?? '') ? 1 : 0);
  };

  const parts: StyledText[] = [];
  for (let from = skipSpaces(0); from < text.length; ) {
    const end = text.length - from <= limit ? text.length : findEnd(from);
    const to = isInCode(end - 1) ? end : from + text.slice(from, end).trimEnd().length;
    if (text.slice(from, to).trim() !== '') parts.push(partOf(text, entities, { from, to }));
    from = skipSpaces(end);
  }
  return parts;
}

const rangeOf = ({ offset, length }: Entity): Range => ({ from: offset, to: offset + length });
const isWithin = ({ from, to }: Range, at: number) => from < at && at < to;

function partOf(text: string, entities: readonly Entity[], { from, to }: Range): StyledText {
  const cut = entities.flatMap((entity) => {
    const start = Math.max(entity.offset, from);
    const end = Math.min(entity.offset + entity.length, to);
    return end > start && text.slice(start, end).trim() !== ''
      ? [{ ...entity, offset: start - from, length: end - start }]
      : [];
  });
  return { text: text.slice(from, to), entities: cut.slice(0, ENTITIES_MAX) };
}
