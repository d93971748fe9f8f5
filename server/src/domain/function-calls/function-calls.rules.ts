import type { Action, ActionStatus, ShownAction } from '@antiphon/contract/actions';
import type { CallFault } from '@antiphon/contract/function-calls';
import type { ReadAnswer } from '../functions/read-outputs.rules.ts';
import type { CallRow } from './function-calls.queries.ts';

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

/** How often one is tried: what may be repeated, or what the other system keeps apart by its key, thrice. */
export const triesOf = (kind: CallRow['kind'], honoursIdempotencyKey: boolean): number =>
  kind === 'read' || honoursIdempotencyKey ? 3 : 1;
