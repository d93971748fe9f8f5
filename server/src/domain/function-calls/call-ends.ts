import type { FunctionCallId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type CallRow, findCall } from './function-calls.queries.ts';
import { statusOf } from './function-calls.rules.ts';

export type MadeCall = CallRow;

/** What became of a call, for what waits for it. `declined`: the visitor does not want it, or let it lie. */
export type CallOutcome = { result: 'ok' | 'failed' | 'declined'; outputs: Record<string, unknown> };

/** Null while it is open or under way. One that is not there any more has failed. */
export function outcomeOf(row: CallRow | null, now: Date): CallOutcome | null {
  const status = row && statusOf(row, now);
  if (!row || !status) return { result: 'failed', outputs: {} };
  if (status === 'proposed' || status === 'running') return null;
  if (status === 'done') return { result: 'ok', outputs: row.outputs ?? {} };
  return { result: status === 'declined' || status === 'expired' ? 'declined' : 'failed', outputs: {} };
}

/** Of one that was never placed as of one that is gone. */
export const findOutcome = async (tx: Tx, scope: Scope, id: FunctionCallId | null): Promise<CallOutcome | null> =>
  outcomeOf(id === null ? null : await findCall(tx, scope, id), new Date());

export const readCall = (deps: { database: Database }, scope: Scope, id: FunctionCallId): Promise<CallRow | null> =>
  deps.database.transaction(scope, (tx) => findCall(tx, scope, id));
