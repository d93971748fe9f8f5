import type { GivenValue } from '@antiphon/contract/function-calls';
import type { FunctionInput } from '@antiphon/contract/function-parts';
import { asciiDigits } from '../lead-capture/lead-keys.rules.ts';
import { readClock, readDate } from '../understanding/read-dates.rules.ts';
import { numbersIn } from '../understanding/read-slots.rules.ts';

/**
 * Did the visitor say this themselves? Letters and figures are compared, however they are written: a model that made a value up, or took
 * it from a document, has none that stands in a message.
 */
export function wasSaid(
  { kind }: Pick<FunctionInput, 'kind'>,
  value: GivenValue,
  messages: readonly string[],
  today: string,
): boolean {
  if (Array.isArray(value)) return value.every((item) => wasSaid({ kind: 'text' }, item, messages, today));
  // A yes cannot be quoted.
  if (typeof value === 'boolean') return messages.length > 0;
  if (kind === 'date' || kind === 'datetime') return messages.some((text) => saysMoment(text, String(value), today));
  if (typeof value === 'number') return messages.some((text) => numbersIn(asciiDigits(text)).includes(value));
  if (kind === 'phone') return messages.some((text) => digitsOf(text).includes(digitsOf(value).slice(-9)));
  const wanted = plain(value);
  return wanted !== '' && messages.some((text) => ` ${plain(text)} `.includes(` ${wanted} `));
}

function saysMoment(text: string, value: string, today: string): boolean {
  const [day = '', clock] = value.split('T');
  if (readDate(asciiDigits(text), today)?.value !== day) return false;
  return clock === undefined || readClock(asciiDigits(text))?.value === clock.slice(0, 5);
}

const digitsOf = (text: string) => asciiDigits(text).replace(/\D/g, '');
const plain = (text: string) =>
  asciiDigits(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
