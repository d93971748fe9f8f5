import type { Tx } from '../../db/database.ts';
import { LeaseLost } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { LAST_WAVE } from './push-waves.rules.ts';
import { countTargets, type Leased, noteStep, OPEN, type PushRow, updatePush } from './pushes.queries.ts';

/**
 * What became of one agent of a push, under the push's lock; with the last of a wave, the end of the wave. The next begins by itself only
 * where nothing went wrong.
 */
export async function settleTarget(
  tx: Tx,
  scope: Scope,
  push: PushRow,
  one: Leased,
  step: Parameters<typeof noteStep>[3],
): Promise<void> {
  if (!(await noteStep(tx, scope, one, step))) throw new LeaseLost();
  const { id, wave } = push;
  if (push.state === 'undoing') {
    const isOver = (await countTargets(tx, scope, id, { states: ['undoing'] })) === 0;
    return isOver ? updatePush(tx, scope, id, { state: 'undone' }) : undefined;
  }
  if ((await countTargets(tx, scope, id, { states: OPEN, wave })) > 0) return;
  if ((await countTargets(tx, scope, id, { states: OPEN })) === 0) return updatePush(tx, scope, id, { state: 'done' });
  const next = Math.min(wave + 1, LAST_WAVE);
  await updatePush(
    tx,
    scope,
    id,
    (await hasTrouble(tx, scope, push)) ? { state: 'paused', wave: next } : { wave: next },
  );
}

/** An agent with changes of its own, or one that is not online yet, is no sign of a bad push. */
async function hasTrouble(tx: Tx, scope: Scope, { id, wave }: PushRow): Promise<boolean> {
  const failed = await countTargets(tx, scope, id, { states: ['failed'], wave });
  const untested = await countTargets(tx, scope, id, { states: ['not_published'], reason: 'tests_failed', wave });
  return failed + untested > 0;
}
