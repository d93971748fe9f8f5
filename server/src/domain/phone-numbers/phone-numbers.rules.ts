import type { PhoneNumber } from '@antiphon/contract/phone-numbers';
import type { PhoneNumberRow } from './phone-numbers.queries.ts';
import type { BeatenBy, OwnNumber } from './telephony.ports.ts';

/** What a number that was bought a moment ago answers with. */
const NOBODYS_HOST = 'demo.twilio.com';

/** Where its provider calls us for it. */
export const phoneHookOf = (hookBase: string, { hookKey }: Pick<PhoneNumberRow, 'hookKey'>): string =>
  `${hookBase}/phone/${hookKey}`;

/** The host that answers a number now, or what stands before its address; empty: nobody. */
export function answeredBy({ voice }: OwnNumber, beatenBy: BeatenBy): string {
  if (beatenBy) return beatenBy;
  const host = URL.parse(voice.url)?.host ?? '';
  return host === NOBODYS_HOST ? '' : host;
}

export const toPhoneNumber = (row: PhoneNumberRow, agentTitle: string): PhoneNumber => ({
  id: row.id,
  number: row.number,
  name: row.name,
  accountSid: row.accountId,
  agentId: row.agentId,
  agentTitle,
  scheduleId: row.scheduleId,
  closedText: row.closedText,
  overflowTo: row.overflowTo,
  transferTo: row.transferTo,
  transfersAtOnce: row.transfersAtOnce,
  createdAt: row.createdAt.toISOString(),
});
