import type { AccountNumber, PhoneNumber } from '@antiphon/contract/phone-numbers';
import type { Say } from '../../../texts/texts.ts';

const NUMBER = /^\+[1-9](?:[\s().-]*\d){6,14}$/;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** What is wrong with somebody who is to be called, as it can be told before the server is asked. */
export function checkTarget(t: Say<'calls'>, typed: string, own: string): string | null {
  if (!NUMBER.test(typed.trim())) return t('numbers.malformed');
  return digitsOf(typed) === digitsOf(own) ? t('numbers.itself') : null;
}

/** '+1 202' finds +1202…, 'harbour' what is called so. */
function isNamed(search: string, texts: readonly string[]): boolean {
  const wanted = search.trim().toLowerCase();
  const digits = digitsOf(wanted);
  const isNumber = digits !== '' && /^[+\d\s().-]+$/.test(wanted);
  return texts.some((text) => text.toLowerCase().includes(wanted) || (isNumber && digitsOf(text).includes(digits)));
}

export const findNumbers = <One extends PhoneNumber | AccountNumber>(items: readonly One[], search: string): One[] =>
  items.filter((one) => isNamed(search, [one.number, one.name, 'agentTitle' in one ? one.agentTitle : '']));

/** Who answers a number of an account now. */
export function answeredWords(t: Say<'calls'>, { takesCalls, isImported, answeredBy }: AccountNumber): string {
  if (isImported) return t('numbers.imported');
  if (!takesCalls) return t('numbers.noCalls');
  if (answeredBy === '') return t('numbers.free');
  if (answeredBy === 'trunk' || answeredBy === 'application') return t(`numbers.by.${answeredBy}`);
  return t('numbers.by.host', { host: answeredBy });
}
