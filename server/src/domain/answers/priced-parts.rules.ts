import { price } from '../particulars/particulars.rules.ts';
import { stopWords } from '../search/stop-words.rules.ts';

const conjunction = /^(?:und|and|y|et|e|en)\s+/u;
/** "in the cottage 70 euros" needs what stands before it. */
const small = new Set(Object.values(stopWords).flatMap((words) => [...words]));
const opensWithSmallWord = (part: string) => small.has(/^\p{L}+/u.exec(part)?.[0] ?? '');

const allPrices = new RegExp(price.source, 'giu');

/** "Rye bread 4.80 euros, spelt bread 5.40 euros.": parts that each name a thing and its price, and can be said alone. */
export function pricedParts(text: string): string[] | null {
  const body = text.replace(/\.$/u, '');
  const parts = body.split(/[,;]\s+/u).map((part) => part.replace(conjunction, '').trim());
  if (parts.length < 2 || parts.some((part) => opensWithSmallWord(part))) return null;
  const read = parts.map((part) => {
    const prices = [...part.matchAll(allPrices)];
    const [one] = prices;
    if (!one || prices.length > 1 || !/\p{L}{3}/u.test(part.slice(0, one.index))) return null;
    return part.slice(one.index + one[0].length).trim();
  });
  const [first] = read;
  return first !== null && read.every((tail) => tail === first) ? parts.map((part) => `${part}.`) : null;
}
