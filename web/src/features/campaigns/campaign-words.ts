import {
  type CampaignKind,
  type CampaignState,
  HOURS_FIRST,
  HOURS_LAST,
  isMessageKind,
  RECIPIENT_STATES,
  type RecipientState,
} from '@antiphon/contract/campaign-words';
import type { Campaign } from '@antiphon/contract/campaigns';
import { formatClock } from '../../ui/format/clock.ts';
import { formatList } from '../../ui/format/format.ts';
import { inLanguageOf } from '../../ui/format/in-language.ts';
import type { Tone } from '../../ui/states/status-badge.tsx';

const MONDAY_MS = Date.UTC(2026, 10, 23);
/** Monday first. */
export const dayNames = inLanguageOf((locale) => {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(MONDAY_MS + day * 86_400_000));
});

export const formatMinute = (minute: number): string =>
  formatClock(`${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`);

/** Every half hour in which somebody may be called. */
export const clockChoices = (): { value: string; label: string }[] =>
  Array.from({ length: (HOURS_LAST - HOURS_FIRST) / 30 + 1 }, (_, at) => HOURS_FIRST + at * 30).map((minute) => ({
    value: String(minute),
    label: formatMinute(minute),
  }));

export const formatDays = (days: readonly number[]): string => formatList(days.map((day) => dayNames()[day - 1] ?? ''));

export const campaignTones: Record<CampaignState, Tone> = {
  draft: 'neutral',
  scheduled: 'accent',
  running: 'good',
  paused: 'warn',
  done: 'neutral',
  stopped: 'neutral',
};

export const recipientTones: Record<RecipientState, Tone> = {
  waiting: 'neutral',
  under_way: 'accent',
  reached: 'good',
  sent: 'accent',
  delivered: 'good',
  read: 'good',
  machine: 'neutral',
  unanswered: 'neutral',
  failed: 'bad',
  opted_out: 'warn',
  unsure: 'warn',
  skipped: 'neutral',
};

/** What is said otherwise of messages than of calls. */
const OF_MESSAGES = ['under_way', 'opted_out'] as const;
type OfMessages = `sms.${(typeof OF_MESSAGES)[number]}`;

/** The text of what became of somebody. */
export const stateKey = (kind: CampaignKind, state: RecipientState): `states.${RecipientState}` | OfMessages => {
  const own = isMessageKind(kind) && OF_MESSAGES.find((one) => one === state);
  return own ? `sms.${own}` : `states.${state}`;
};

/** A carrier does not say who has read an SMS. */
const NEVER: Record<CampaignKind, readonly RecipientState[]> = {
  call: ['sent', 'delivered', 'read'],
  sms: ['reached', 'machine', 'unanswered', 'read'],
  whatsapp: ['reached', 'machine', 'unanswered'],
};

/** Those that can become of whom such a campaign is for. */
export const statesOf = (kind: CampaignKind): RecipientState[] => {
  return RECIPIENT_STATES.filter((state) => !NEVER[kind].includes(state));
};

/** How many it is for, without those who are passed over, and of how many it is known what became of them. */
export function progressOf({ counts }: Pick<Campaign, 'counts'>): { total: number; over: number } {
  const of = (states: readonly RecipientState[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const total = of(RECIPIENT_STATES.filter((state) => state !== 'skipped'));
  return { total, over: total - of(['waiting', 'under_way']) };
}
