import type { Action, ActionStatus, ShownAction } from '@antiphon/contract/actions';
import type { BoundFunction } from '@antiphon/contract/agents';
import type { Span } from '@antiphon/contract/conversations';
import type { CallFault } from '@antiphon/contract/function-calls';
import type { FunctionInput } from '@antiphon/contract/function-parts';
import type { ConversationId } from '@antiphon/contract/ids';
import type { SuiteAnswer } from '@antiphon/contract/suites';
import type { ReadAnswer } from '../functions/read-outputs.rules.ts';
import type { CallRow, Slot } from './function-calls.queries.ts';

/** It can be confirmed. */
export const isOpen = ({ status, expiresAt }: Pick<CallRow, 'status' | 'expiresAt'>, now: Date): boolean =>
  status === 'proposed' && expiresAt !== null && expiresAt > now;

const NOTHING = { sentence: '', arguments: [], button: '', decline: '' };

export const actionOf = ({ id, replyId, shown, expiresAt, createdAt, earlierAt }: CallRow): Action => ({
  callId: id,
  messageId: replyId,
  ...(shown ?? NOTHING),
  expiresAt: (expiresAt ?? createdAt).toISOString(),
  doneAt: earlierAt?.toISOString() ?? null,
});

/** As the visitor sees it; null for what is none of theirs to see. */
export function shownAction(row: CallRow, now: Date): ShownAction | null {
  const status = statusOf(row, now);
  return row.kind === 'effect' && status ? { ...actionOf(row), status, at: row.changedAt.toISOString() } : null;
}

export function statusOf(row: Pick<CallRow, 'status' | 'expiresAt'>, now: Date): ActionStatus | null {
  if (row.status === 'asking') return null;
  if (row.status === 'confirmed') return 'running';
  return row.status === 'proposed' && !isOpen(row, now) ? 'expired' : row.status;
}

export type CallEnd = Pick<CallRow, 'fault' | 'outputs'> & { status: 'done' | 'failed' | 'unknown' };

/**
 * What an answer says of a call. An effect that a system took, and of which nobody can read how it ended, is no failure: it may be
 * done.
 */
export function endOf(kind: CallRow['kind'], httpStatus: number, { isOk, fault, outputs }: ReadAnswer): CallEnd {
  if (isOk) return { status: 'done', fault: null, outputs };
  const isUnclear = fault === 'cut' || fault === 'not_json' || (fault === 'status' && httpStatus >= 500);
  return { status: kind === 'effect' && isUnclear ? 'unknown' : 'failed', fault, outputs: null };
}

/** Without an answer: `unanswered` may have happened. */
export const endWithout = (kind: CallRow['kind'], fault: CallFault): CallEnd => ({
  status: kind === 'effect' && (fault === 'unanswered' || fault === 'interrupted') ? 'unknown' : 'failed',
  fault,
  outputs: null,
});

/** In a test of the agent, which answers in place of the other system. */
export function endOfTest(answers: readonly SuiteAnswer[], called: string): CallEnd {
  const answer = answers.find(({ name }) => name === called);
  return answer?.isOk
    ? { status: 'done', fault: null, outputs: answer.outputs }
    : { status: 'failed', fault: 'unsent', outputs: null };
}

/** How often one is tried: what may be repeated, or what the other system keeps apart by its key, thrice. */
export const triesOf = (kind: CallRow['kind'], honoursIdempotencyKey: boolean): number =>
  kind === 'read' || honoursIdempotencyKey ? 3 : 1;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What one call counts in. Each has its end, or its conversation's. */
export function slotsOf(
  { callsPerConversation, callsPerMinute, callsPerDay }: BoundFunction,
  conversationId: ConversationId,
  now: Date,
): Slot[] {
  const window = (name: string, lengthMs: number, most: number): Slot => {
    const start = Math.floor(now.getTime() / lengthMs) * lengthMs;
    const slot = `${name} ${new Date(start).toISOString().slice(0, lengthMs === DAY_MS ? 10 : 16)}`;
    return { slot, most, conversationId: null, endsAt: new Date(start + lengthMs) };
  };
  return [
    { slot: `conversation ${conversationId}`, most: callsPerConversation, conversationId, endsAt: null },
    window('day', DAY_MS, callsPerDay),
    window('minute', MINUTE_MS, callsPerMinute),
  ];
}

const BYTES_MAX = 4_000;
const PERSONAL = new Set<FunctionInput['kind']>(['email', 'phone']);

/** A call as those read it who look how a reply came about. A secret is in none of its parts. */
export function spanOf(
  {
    name,
    status,
    ms,
    args,
    outputs,
    createdAt,
  }: Pick<CallRow, 'name' | 'status' | 'ms' | 'args' | 'outputs' | 'createdAt'>,
  inputs: readonly FunctionInput[],
): Span {
  const isPersonal = (key: string) => inputs.some((input) => input.name === key && PERSONAL.has(input.kind));
  const given = Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, isPersonal(key) ? '\u2022\u2022\u2022' : value]),
  );
  return {
    ...{ kind: 'function', name, status, ms: ms ?? 0, startedAt: createdAt.toISOString() },
    given: firstBytes(JSON.stringify(given)),
    outputs: outputs ? firstBytes(JSON.stringify(outputs)) : '',
  };
}

/** Without a part of a character at its end. */
function firstBytes(text: string): string {
  const all = new TextEncoder().encode(text);
  return all.length <= BYTES_MAX ? text : new TextDecoder().decode(all.subarray(0, BYTES_MAX)).replace(/\uFFFD+$/, '');
}
