import type { RecordWhy } from '@antiphon/contract/dns-records';
import type { MailRecord, SendingDomainStatus } from '@antiphon/contract/sending-domains';
import type { Say } from '../../../texts/texts.ts';
import type { Tone } from '../../../ui/states/status-badge.tsx';

export const toneOf: Record<SendingDomainStatus, Tone> = {
  not_started: 'neutral',
  pending: 'accent',
  verified: 'good',
  temporary_failure: 'warn',
  failure: 'bad',
};

type Reason =
  | { at: 'dns'; why: RecordWhy }
  | { at: 'own'; key: 'unseen' | 'unanswered' | 'unasked' | 'unconfirmed' | 'givenUp' };

/** Why a record does not count yet; null for one that does, of which there is nothing to say. */
export function whyOf(record: MailRecord, wasLooked: boolean): Reason | null {
  const { state, status, why } = record;
  if (why !== null) return { at: 'dns', why };
  if (status === 'verified' && state === 'right') return null;
  if (state === 'right') return { at: 'own', key: waiting[status] };
  return { at: 'own', key: wasLooked ? 'unanswered' : 'unseen' };
}

const waiting = {
  not_started: 'unasked',
  pending: 'unconfirmed',
  verified: 'unconfirmed',
  temporary_failure: 'unconfirmed',
  failure: 'givenUp',
} as const;

/** All records as a mail to whoever keeps the DNS. Without the marks that isolate a name in a sentence: values are pasted. */
export function instructionsOf(t: Say<'agency-email'>, domain: string, records: readonly MailRecord[]): string {
  const blocks = records.map(({ type, name, value, priority, ttl }) =>
    [
      `${t('type')}: ${type}`,
      `${t('name')}: ${name}`,
      `${t('value')}: ${value}`,
      ...(priority === undefined ? [] : [`${t('priority')}: ${priority}`]),
      `${t('ttl')}: ${ttl}`,
    ].join('\n'),
  );
  return [`${t('instructions.letter')} ${domain}`, ...blocks].join('\n\n');
}
