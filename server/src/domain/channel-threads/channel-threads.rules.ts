import { createHash } from 'node:crypto';
import type { MessageKind } from '@antiphon/contract/campaign-words';
import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { DeliveryState } from '@antiphon/contract/channels';
import type { Choice } from '@antiphon/contract/events';
import type { MessageId } from '@antiphon/contract/ids';
import type { Channel, SentState } from '../channels/channels.ports.ts';
import type { VendorFailure } from '../vendors/vendors.ports.ts';

/** Where campaigns write: what people say there is of all numbers of the workspace. Null elsewhere. */
export const messageKindOf = (provider: ChannelProvider): MessageKind | null =>
  provider === 'sms' || provider === 'whatsapp' ? provider : null;

/** Somebody's number as E.164, of how the channel writes it. */
export const numberOf = (kind: MessageKind, thread: string): string => (kind === 'whatsapp' ? `+${thread}` : thread);

/** A message has the same id however often its event is taken. */
export function messageIdOf(threadId: string, eventKey: string): MessageId {
  const hex = createHash('sha256').update(`${threadId}\n${eventKey}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}` as MessageId;
}

/** How a person's messages are taken together: after a quiet moment, and at the latest so long after the first. */
export const DEBOUNCE = { quietMs: 1_500, longestMs: 6_000 };

/** An answer that could not be sent for so long is none any more. */
export const ANSWER_EXPIRES_MS = 3_600_000;

/** A conversation goes on for so long after its last message; a later one begins anew. */
export const CONVERSATION_HOURS = 24;

/** What one person may write in a minute; more is not read. */
export const LINES_A_MINUTE = 20;

/** After this many failures an event is left out, and the thread goes on. */
export const FAILURES_MAX = 5;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 600_000;

/** How long a part waits after its `tries`th attempt found nobody. */
export const waitAfter = (tries: number): number =>
  Math.min(FIRST_WAIT_MS * 4 ** Math.max(0, tries - 1), LONGEST_WAIT_MS);

const FOLLOW_MS = { first: 1_000, longest: 300_000, refused: 600_000, most: 3_600_000 };

/**
 * How long nobody is followed after the `failures`th connection in a row that did not last: none of them at once, so that not everybody is back in
 * the same moment. What was refused as it was asked for is refused again until somebody saw to it.
 */
export function followAgainAfter(failures: number, failure: VendorFailure | null): number {
  if (failure?.kind === 'rate_limited' && failure.retryAfterMs !== null)
    return Math.min(failure.retryAfterMs, FOLLOW_MS.most);
  if (failure && !failure.canRetry) return FOLLOW_MS.refused;
  const longest = failures === 0 ? 0 : Math.min(FOLLOW_MS.first * 2 ** (failures - 1), FOLLOW_MS.longest);
  return Math.round(longest * (0.5 + Math.random() / 2));
}

/** A request that may have arrived is looked at again after this. */
export const UNSURE_WAIT_MS = 30_000;

/** What a provider gives back with what it tells of a part. */
export const refOf = ({ messageId, part }: { messageId: MessageId; part: number }): string => `${messageId}:${part}`;

const HOUR_MS = 3_600_000;

/**
 * Until when they can be answered, and by a person for how much longer. Null where there is no such limit. Who never wrote was written to
 * first, where the provider lets us.
 */
export function windowOf(
  { windowHours, personHours = 0 }: Pick<Channel, 'windowHours' | 'personHours'>,
  { lastInAt }: { lastInAt: Date | null },
): { until: Date; personUntil: Date } | null {
  if (windowHours === null || lastInAt === null) return null;
  const until = lastInAt.getTime() + windowHours * HOUR_MS;
  return { until: new Date(until), personUntil: new Date(until + personHours * HOUR_MS) };
}

/** Whether a part may leave now: `late`, as that of a person after the window. What a provider approved may leave at any time. */
export function mayLeave(
  window: ReturnType<typeof windowOf>,
  { isOfPerson, isTemplate }: { isOfPerson: boolean; isTemplate: boolean },
  now: Date,
): 'yes' | 'late' | 'no' {
  if (isTemplate || window === null || now <= window.until) return 'yes';
  return isOfPerson && now <= window.personUntil ? 'late' : 'no';
}

const RANK: Record<SentState, number> = { sent: 1, failed: 2, delivered: 3, read: 4 };

/** A state only rises: what was read stays read, and what arrived did not fail, in whichever order it is told. */
export const rises = (from: DeliveryState, to: SentState): boolean =>
  !Object.hasOwn(RANK, from) || RANK[to] > RANK[from as SentState];

/**
 * Which of the choices that stand open was pressed. A button of an earlier question is only words: another question may have a choice of
 * the same id.
 */
export const pressedOf = (
  { choiceId, text }: { choiceId?: string; text: string },
  offered: readonly Choice[],
): Choice | undefined =>
  choiceId === undefined
    ? undefined
    : offered.find(({ id, label }) => id === choiceId && (text === '' || label === text));

/** Choices that are their labels and nothing else: a card or a form is more than a button of a provider can show. */
export const areLabels = (choices: readonly Choice[]): boolean =>
  choices.length > 0 && choices.every(({ text, image, url, fields }) => !(text || image || url || fields));
