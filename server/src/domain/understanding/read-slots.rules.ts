import type { GivenValue } from '@antiphon/contract/function-calls';
import type { FunctionInput } from '@antiphon/contract/function-parts';
import { wordsOf } from '../answers/answer-words.rules.ts';
import { isConsent } from '../answers/smalltalk.rules.ts';
import { readInputs } from '../functions/read-inputs.rules.ts';
import { asciiDigits } from '../lead-capture/lead-keys.rules.ts';
import { readContact } from '../lead-capture/said-contact.rules.ts';
import { readClock, readDate } from './read-dates.rules.ts';
import { plainLetters } from './word-meanings.rules.ts';

export type GivenValues = Record<string, GivenValue>;
/** `today`: where the visitor is, as far as is known. */
type Said = { text: string; today: string };

/**
 * What a message says of the inputs, by their kinds. Read out of a sentence that says other things as well: what is not clear is
 * asked for. Every value is one that its input takes.
 */
export function readSlots(inputs: readonly FunctionInput[], { text, today }: Said, had: GivenValues): GivenValues {
  let rest = asciiDigits(text.normalize('NFC'));
  const values: GivenValues = { ...had };
  const wanted = inputs.filter(({ name, source }) => source !== 'fixed' && values[name] === undefined);
  const take = (input: FunctionInput, raw: unknown) => {
    const value = fitting(input, raw);
    if (value !== undefined) values[input.name] = value;
  };
  const cut = ({ from, to }: { from: number; to: number }) => {
    rest = `${rest.slice(0, from)} ; ${rest.slice(to)}`;
  };
  const of = (...kinds: FunctionInput['kind'][]) => wanted.filter(({ kind }) => kinds.includes(kind));
  const contact = readContact(rest);
  for (const input of of('email')) take(input, contact?.email);
  for (const input of of('phone')) take(input, contact?.phone);
  if (contact?.email) rest = rest.replace(contact.email, ' ; ');
  if (contact?.phone) rest = rest.replace(/(?:\+|00)?\d(?:[\s().\-/]{0,2}\d){6,14}/, ' ; ');
  const dates = of('date', 'datetime');
  const date = dates.length === 1 ? readDate(rest, today) : null;
  if (date) cut(date);
  const clock = readClock(rest);
  if (clock) cut(clock);
  for (const input of dates) take(input, momentOf(input, date?.value, clock?.value));
  for (const input of of('choice')) take(input, choiceIn(input, text));
  const numbers = of('number', 'integer');
  const [number] = numbers;
  if (number && numbers.length === 1) take(number, onlyNumber(rest));
  const texts = of('text');
  const [code] = texts;
  const isName = (input: FunctionInput) => /(?:^|_)name$/.test(input.name);
  for (const input of texts) if (isName(input)) take(input, contact?.name);
  if (code && texts.length === 1 && !isName(code) && numbers.length === 0) take(code, onlyCode(rest));
  return values;
}

/** What a message answers that was asked for one input; undefined where it does not. */
export function readAnswer(input: FunctionInput, said: Said): GivenValues[string] | undefined {
  const text = said.text.trim();
  const read = readSlots([input], said, {})[input.name];
  if (read !== undefined) return read;
  if (input.kind === 'text' || input.kind === 'list')
    return fitting(input, input.kind === 'list' ? text.split(/\s*[,;،\n]\s*/) : text);
  if (input.kind === 'boolean') return isConsent(text) ? true : isRefusal(text) ? false : fitting(input, text);
  return fitting(input, text);
}

function fitting(input: FunctionInput, raw: unknown): GivenValues[string] | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined;
  return readInputs([{ ...input, source: 'model' }], { [input.name]: raw }).values.get(input.name);
}

/** A time is said in words that name no zone: it is the one of the system that is called, and is written as UTC. */
function momentOf({ kind }: FunctionInput, date?: string, clock?: string): string | undefined {
  if (kind === 'date' || !date) return date;
  return clock ? `${date}T${clock}:00Z` : undefined;
}

function choiceIn({ choices }: FunctionInput, text: string): string | undefined {
  const said = ` ${wordsOf(text).join(' ')} `;
  const named = choices.filter((choice) => said.includes(` ${wordsOf(choice).join(' ')} `));
  // "Large" within "extra large".
  const whole = named.filter(
    (one) => !named.some((other) => other !== one && other.toLowerCase().includes(one.toLowerCase())),
  );
  return whole.length === 1 ? whole[0] : undefined;
}

const NUMBER_WORDS = new Map(
  [
    ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
    ['eins', 'zwei', 'drei', 'vier', 'funf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwolf'],
    ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce'],
    ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
    ['واحد', 'اثنان', 'ثلاثه', 'اربعه', 'خمسه', 'سته', 'سبعه', 'ثمانيه', 'تسعه', 'عشره'],
    ['', 'اثنين', 'ثلاث', 'اربع', 'خمس', '', 'سبع', 'ثماني', 'تسع', 'عشر'],
    // Two people are one word.
    ['', 'شخصين'],
  ].flatMap((words) => words.map((word, at): [string, number] => [word, at + 1])),
);
/** "One" and "un" are mostly no number. */
for (const word of ['', 'one', 'un', 'uno', 'once']) NUMBER_WORDS.delete(word);

/** In Arabic "for" and "and" are written with their word. */
const numberWord = (word: string) =>
  NUMBER_WORDS.has(word) ? word : plainLetters(word).replace(/^(?:و|ف)?[لب]?(?=\p{sc=Arabic}{3})/u, '');

/** In figures and in words, each once. */
export function numbersIn(text: string): number[] {
  const figures = [...text.matchAll(/(?<![\p{L}\d.,-])-?\d{1,9}(?:[.,]\d{1,2})?(?![\d\p{L}]|[.,-]\d)/gu)].map(
    ([figure]) => Number(figure.replace(',', '.')),
  );
  const words = wordsOf(text).flatMap((word) => NUMBER_WORDS.get(numberWord(word)) ?? []);
  return [...new Set([...figures, ...words])];
}

function onlyNumber(text: string): number | undefined {
  const all = numbersIn(text);
  return all.length === 1 ? all[0] : undefined;
}

/** A word with a figure in it, such as an order has. */
function onlyCode(text: string): string | undefined {
  const found = [...text.matchAll(/(?<![\p{L}\d])#?([\p{L}\d][\p{L}\d_-]*\d[\p{L}\d_-]*|\d{2,})(?![\p{L}\d])/gu)].map(
    ([, code]) => code,
  );
  return found.length === 1 ? found[0] : undefined;
}

const bare = (message: string) =>
  message
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}'’]+/gu, ' ')
    .trim();

const NO =
  /^(?:(?:no|nope|nah|nein|non|لا|cancel|stop|never ?mind|forget it|abbrechen|abbruch|stopp|vergiss es|doch nicht|lieber nicht|cancelar|cancela|olvídalo|mejor no|annuler|annule|laisse tomber|arrête|إلغاء|الغاء|توقف|ألغ|الغ)(?: (?:no|thanks|thank you|please|it|that|danke|bitte|das|gracias|por favor|merci|شكرا|من فضلك|لا))*)$/u;

/** The message says no, or that it is not wanted any more, and nothing else. */
export const isRefusal = (message: string): boolean => NO.test(bare(message));

const DO_IT =
  /^(?:(?:yes|ok|okay|yes please) )*(?:confirm(?:ed)?|do it|go ahead|book it|bestätigen|bestätigt|mach das|machen sie das|tu es|ok|okay|confirmar|confirmo|hazlo|adelante|confirmer|je confirme|vas y|allez y|d['’]accord|أؤكد|تأكيد|نفذ|موافق|حسنا)(?: (?:please|bitte|por favor|s['’]il (?:vous|te) plaît|من فضلك))?$/u;

/** The message says yes to what is proposed, and nothing else. */
export const isGoAhead = (message: string): boolean => isConsent(message) || DO_IT.test(bare(message));
