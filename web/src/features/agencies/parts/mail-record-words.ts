import type { MailRecord, SendingDomainStatus } from '@antiphon/contract/sending-domains';
import type { Say } from '../../../texts/texts.ts';
import type { Tone } from '../../../ui/states/status-badge.tsx';
import { sayWhy } from './record-words.ts';

export const toneOf: Record<SendingDomainStatus, Tone> = {
  not_started: 'neutral',
  pending: 'accent',
  verified: 'good',
  temporary_failure: 'warn',
  failure: 'bad',
};

/** Why a record does not count yet; null for one that does, of which there is nothing to say. */
export function sayWhyNot(
  t: { ofMail: Say<'agency-email'>; ofRecords: Say<'dns-records'> },
  record: MailRecord,
  wasLooked: boolean,
  canEdit: boolean,
): string | null {
  const said = sayWhy(t.ofRecords, record, wasLooked);
  if (said !== null || record.status === 'verified') return said;
  const why = waiting[record.status];
  return t.ofMail(canEdit || why === 'unconfirmed' ? `why.${why}` : `whyForReader.${why}`);
}

const waiting = {
  not_started: 'unasked',
  pending: 'unconfirmed',
  temporary_failure: 'unconfirmed',
  failure: 'givenUp',
} as const;
