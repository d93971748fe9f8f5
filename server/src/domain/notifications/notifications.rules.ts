import type { ClientPage, ClientPath } from '@antiphon/contract/client-pages';
import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type {
  NotificationKind,
  NotificationLevel,
  NotificationSettings,
  NotifyIf,
} from '@antiphon/contract/notifications';

/** Of whoever never chose (specification, section 9). */
export const DEFAULT_SETTINGS: NotificationSettings = { notifyThrough: 'all', notifyIf: 'requestsOnly' };

export const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Older ones are not announced any more: neither shown as a toast nor heard. */
export const ANNOUNCED_MS = 120_000;

const LEVELS: Record<NotificationKind, NotificationLevel> = {
  conversation_started: 1,
  lead_created: 1,
  document_failed: 1,
  credits_low: 1,
  model_failed: 1,
  speech_failed: 1,
  person_requested: 2,
  // People write there, and nobody answers.
  channel_failing: 2,
  // What the agent knows stays as it was until somebody looks.
  crawl_waiting: 2,
  // Somebody stands there with their card.
  sale_refused: 2,
  // It is their money, and it may be somebody else's card.
  payment_reversed: 2,
  payment_disputed: 2,
};
export const levelOf = (kind: NotificationKind): NotificationLevel => LEVELS[kind];

/** What a person sees of the two levels. */
export const levelsOf = (notifyIf: NotifyIf): NotificationLevel[] =>
  ({ all: [1, 2], requestsOnly: [2], none: [] })[notifyIf] as NotificationLevel[];

/** The pages of a client's dashboard that a kind is about. What credits are left, and which models answer, is nothing of a client's. */
const PAGES: Record<NotificationKind, readonly ClientPage[]> = {
  conversation_started: ['/convos'],
  lead_created: ['/leads', '/convos'],
  person_requested: ['/convos'],
  document_failed: ['/kb'],
  crawl_waiting: [],
  credits_low: [],
  model_failed: [],
  speech_failed: [],
  channel_failing: ['/channels'],
  sale_refused: [],
  payment_reversed: [],
  payment_disputed: [],
};

/** What somebody with these pages is told of. */
export const kindsOf = (pages: readonly ClientPath[]): NotificationKind[] =>
  (Object.keys(PAGES) as NotificationKind[]).filter((kind) => PAGES[kind].some((page) => pages.includes(page)));

/** Where it leads on a client's dashboard, on which everything stands under its agent. */
export const clientPathOf = (urlPathname: string, agentId: AgentId | null): string =>
  urlPathname.replace(/^(\/app\/[^/]+)\/(?:inbox\?|sessions\?view=inbox&)/, `$1/agents/${agentId}/convos?view=inbox&`);

/** Is somebody with these settings to be told of this level by this way, outside of the dashboard? */
export const isToldBy = (way: 'email' | 'push', level: NotificationLevel, settings: NotificationSettings): boolean =>
  levelsOf(settings.notifyIf).includes(level) && [way, 'all'].includes(settings.notifyThrough);

/** A visitor who asks for a person has left no address; screens know the word. */
export const NO_EMAIL = 'none';

/** By whole characters, the last one an ellipsis where something was cut. */
export function shorten(text: string, charsMax: number = limits.notificationCharsShown): string {
  const chars = [...text];
  return chars.length <= charsMax ? text : `${chars.slice(0, charsMax - 1).join('')}…`;
}
