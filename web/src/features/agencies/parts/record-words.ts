import type { CheckedRecord, RecordWhy } from '@antiphon/contract/dns-records';
import type { Say } from '../../../texts/texts.ts';

export type SetUpRecord = CheckedRecord & { ttl: string };

/** All records as a mail to whoever keeps the DNS. Without the marks that isolate a name in a sentence: values are pasted. */
export function letterOf(t: Say<'dns-records'>, domain: string, records: readonly SetUpRecord[]): string {
  const blocks = records.map(({ type, name, value, priority, ttl }) =>
    [
      `${t('type')}: ${type}`,
      `${t('name')}: ${name}`,
      `${t('value')}: ${value}`,
      ...(priority === undefined ? [] : [`${t('priority')}: ${priority}`]),
      `${t('ttl')}: ${ttl}`,
    ].join('\n'),
  );
  return [`${t('letter')} ${domain}`, ...blocks].join('\n\n');
}

/** What stands above them. Of a name that nobody has registered there is no short one to enter. */
export function sayHow(t: Say<'dns-records'>, domain: string, records: readonly CheckedRecord[]): string {
  const hasShort = records.some(({ name, short }) => short !== name);
  return hasShort ? t('recordsText', { zone: records[0]?.zone || domain }) : t('recordsWhole');
}

/** Why a record is not enough yet; null for one of which there is nothing to say. */
export function sayWhy(t: Say<'dns-records'>, { why, state }: CheckedRecord, wasLooked: boolean): string | null {
  if (why) return t(`why.${why.code}`, why.params);
  return state === 'right' ? null : t(wasLooked ? 'unanswered' : 'unseen');
}

/** What mends itself, or of which nothing can be said. */
const waiting: readonly RecordWhy['code'][] = ['not_found', 'not_seen_yet', 'no_answer'];

/** Somebody has to change something that they set up. */
export const isFaulty = ({ why }: Pick<CheckedRecord, 'why'>): boolean => why !== null && !waiting.includes(why.code);
