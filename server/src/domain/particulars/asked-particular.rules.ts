import { datesAsked } from './dates.rules.ts';
import { anyOf, type Particular, type ParticularWords, particularWords } from './particular-words.rules.ts';
import { weekdaysIn } from './weekdays.rules.ts';

/** What a question asks for of what visitors of every business ask for. */
export type AskedParticular = {
  /** The first is what is asked for; "how can I reach you" takes the others, too. */
  particulars: readonly Particular[];
  /** Days of the week that are named. */
  days: readonly number[];
  /** Is a word of the question one of those that ask: "address", "tomorrow"? In lower case. */
  isAsking: (word: string) => boolean;
  /** Is it a name of what is asked for, as "open" is of hours, and "time" or "Sunday" is not? */
  isName: (word: string) => boolean;
  /** "tomorrow" */
  isSoon: (word: string) => boolean;
  /** "Do I have to pay for parking?" Where one parks does not answer that. */
  isWhether: boolean;
};

const order = ['email', 'phone', 'address', 'hours', 'price', 'duration'] as const;
const all: readonly ParticularWords[] = Object.values(particularWords);
const whole = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu');

const byParticular = <Value>(make: (particular: Particular) => Value) =>
  Object.fromEntries(order.map((particular) => [particular, make(particular)])) as Record<Particular, Value>;
const patterns = byParticular((particular) => whole(all.flatMap(({ phrases }) => phrases[particular]).join('|')));
const contact = whole(all.flatMap(({ phrases }) => phrases.contact).join('|'));
const pay = whole(all.flatMap(({ phrases }) => phrases.pay).join('|'));
const asks = byParticular((particular) => new Set(all.flatMap((words) => words.asks[particular])));
const calls = new Set(all.flatMap((words) => words.calls));
const sends = new Set(all.flatMap((words) => words.sends));
const pays = new Set(all.flatMap((words) => words.pays));
const soon = whole(anyOf((words) => words.soon));
const clock = new Set(all.flatMap((words) => words.clock));
const soonWords = new Set(all.flatMap((words) => words.soon));

const phraseIn = (text: string, particular: Particular) => patterns[particular].exec(text)?.[0].toLowerCase() ?? '';

/** Null for a question that asks for something else, or for nothing that has a form of its own. */
export function askedParticular(question: string): AskedParticular | null {
  const text = question.replace(/\s+/g, ' ');
  const words: string[] = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  const days = weekdaysIn(text);
  const isWhether = pay.test(text);
  const asked = (particulars: readonly Particular[], phrase = ''): AskedParticular => ({
    particulars,
    days,
    isWhether: isWhether && particulars[0] === 'price',
    isName: (word) => asks[particulars[0]!].has(word),
    isSoon: (word) => particulars[0] === 'hours' && soonWords.has(word),
    isAsking: (word) =>
      phrase.split(' ').includes(word) ||
      particulars.some((particular) => asks[particular].has(word)) ||
      (particulars.includes('phone') && calls.has(word)) ||
      (isWhether && particulars[0] === 'price' && pays.has(word)) ||
      (particulars.includes('email') && (asks.address.has(word) || sends.has(word))) ||
      (particulars[0] === 'hours' && (soonWords.has(word) || clock.has(word) || weekdaysIn(word).length > 0)),
  });
  const named = (particular: Particular) => words.some((word) => asks[particular].has(word));
  for (const particular of ['email', 'phone', 'address'] as const)
    if (patterns[particular].test(text)) return asked([particular], phraseIn(text, particular));
  const reach = contact.exec(text)?.[0].toLowerCase();
  if (reach) return asked(named('email') ? ['email'] : named('phone') ? ['phone'] : ['phone', 'email'], reach);
  if (patterns.hours.test(text)) return asked(['hours']);
  for (const particular of ['price', 'duration'] as const)
    if (patterns[particular].test(text)) return asked([particular], phraseIn(text, particular));
  if (isWhether) return asked(['price']);
  const isShort = words.length <= 6;
  for (const particular of ['email', 'phone', 'address'] as const)
    if (isShort && named(particular)) return asked([particular]);
  const hasDay = days.length > 0 || soon.test(text) || datesAsked(text).dates.length > 0;
  if (named('hours') && (hasDay || words.some((word) => clock.has(word)))) return asked(['hours']);
  return named('price') ? asked(['price']) : null;
}

/** The same of the last turn, or, of a piece of a question, what the turns before ask for: "and on Sundays?", "and for a student?" */
export function askedAfter(turns: readonly string[], isPart: boolean): AskedParticular | null {
  const question = turns.at(-1) ?? '';
  const own = askedParticular(question);
  if (own || !isPart) return own;
  for (const turn of turns.slice(-TURNS_MAX, -1).toReversed()) {
    const before = askedParticular(turn);
    if (before) return { ...before, days: weekdaysIn(question) };
    // Only a piece of a question, as short as this one, lets the one before it stand.
    if ((turn.match(/\p{L}+/gu)?.length ?? 0) > PIECE_WORDS_MAX) return null;
  }
  return null;
}

const TURNS_MAX = 4;
const PIECE_WORDS_MAX = 4;
