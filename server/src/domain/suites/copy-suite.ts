import { type AgentId, newSuiteCaseId } from '@antiphon/contract/ids';
import type { NewSuiteCase } from '@antiphon/contract/suites';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { toCase } from './get-suite.ts';
import { findSuite, insertCases, listCases, lockSuite, updateSuite } from './suites.queries.ts';

export type SuiteCopy = { blocksPublishing: boolean; cases: NewSuiteCase[] };

/** The tests of an agent, without what they are called in this workspace. */
export async function readSuiteCopy(tx: Tx, scope: Scope, agentId: AgentId): Promise<SuiteCopy> {
  const { blocksPublishing } = await findSuite(tx, scope, agentId);
  const cases = (await listCases(tx, scope, agentId)).map(toCase);
  return { blocksPublishing, cases: cases.map(({ title, isMust, script }) => ({ title, isMust, script })) };
}

/** To an agent that has none yet. What a test names has to be there: nothing looks again. */
export async function addSuiteCopy(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  { blocksPublishing, cases }: SuiteCopy,
): Promise<void> {
  if (cases.length === 0 && !blocksPublishing) return;
  await lockSuite(tx, scope, agentId);
  const own = cases.map((one) => ({ ...one, id: newSuiteCaseId() }));
  await insertCases(tx, scope, { agentId, at: new Date(), cases: own });
  await updateSuite(tx, scope, agentId, 'cases');
  await updateSuite(tx, scope, agentId, { blocksPublishing });
}
