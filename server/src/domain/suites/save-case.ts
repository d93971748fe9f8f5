import type { AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, newSuiteCaseId, type SuiteCaseId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { NewSuiteCase, SuiteCase, SuiteScript } from '@antiphon/contract/suites';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { toCase } from './get-suite.ts';
import {
  countCases,
  findCase,
  insertCase,
  listKnown,
  lockSuite,
  removeCase,
  updateCase,
  updateSuite,
} from './suites.queries.ts';

type Deps = { database: Database };

/** Fails with `suite_case_limit_reached`. */
export const createCase = (
  deps: Deps,
  member: Member,
  { agentId, ...fields }: NewSuiteCase & { agentId: AgentId },
): Promise<SuiteCase> =>
  change(deps, member, agentId, 'create', async (tx, flow) => {
    if ((await countCases(tx, member.scope, agentId)) >= limits.suiteCasesMax) fail('suite_case_limit_reached');
    await demandKnown(tx, member.scope, { agentId, flow, script: fields.script });
    return toCase(await insertCase(tx, member.scope, { id: newSuiteCaseId(), agentId, ...fields }));
  });

/** Changes what was looked at: `conflict` where it was saved since. */
export const saveCase = (
  deps: Deps,
  member: Member,
  { agentId, caseId, edition, ...fields }: NewSuiteCase & { agentId: AgentId; caseId: SuiteCaseId; edition: number },
): Promise<SuiteCase> =>
  change(deps, member, agentId, 'update', async (tx, flow) => {
    const row = (await findCase(tx, member.scope, agentId, caseId)) ?? fail('not_found');
    if (row.edition !== edition) fail('conflict');
    await demandKnown(tx, member.scope, { agentId, flow, script: fields.script });
    return toCase(await updateCase(tx, member.scope, { id: caseId, agentId, ...fields }));
  });

/** What an answer is to cite, and where it is to lead, is there: else no answer ever would. */
async function demandKnown(
  tx: Tx,
  scope: Scope,
  { agentId, flow, script }: { agentId: AgentId; flow: AgentSettings['flow']; script: SuiteScript },
): Promise<void> {
  const all = script.turns.flatMap(({ checks }, turn) =>
    checks.map((check, at) => ({ check, path: `script.turns.${turn}.checks.${at}` })),
  );
  const cited = all.flatMap(({ check }) => (check.kind === 'cites' ? [check.documentId] : []));
  const documents = await listKnown(tx, scope, agentId, cited);
  const nodes = new Set(flow?.sections.flatMap((section) => section.nodes.map(({ id }) => id)));
  const issues = all.flatMap(({ check, path }) => {
    if (check.kind === 'cites' && !documents.has(check.documentId)) return [{ path, message: DOCUMENT_GONE }];
    return check.kind === 'reaches' && !nodes.has(check.nodeId) ? [{ path, message: NODE_GONE }] : [];
  });
  const [first] = issues;
  if (first) fail('invalid_input', { message: first.message, issues });
}

const DOCUMENT_GONE = 'This document is not there any more.';
const NODE_GONE = 'This node is not on the canvas, as it is saved.';

/** Reports keep what it was. */
export const deleteCase = (
  deps: Deps,
  member: Member,
  { agentId, caseId }: { agentId: AgentId; caseId: SuiteCaseId },
): Promise<void> =>
  change(deps, member, agentId, 'delete', async (tx) => {
    if (!(await removeCase(tx, member.scope, agentId, caseId))) fail('not_found');
  });

export const setBlocking = async (
  { database }: Deps,
  member: Member,
  { agentId, blocksPublishing }: { agentId: AgentId; blocksPublishing: boolean },
): Promise<void> => {
  demand(member, 'agents.publish');
  const { scope } = member;
  await database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    await lockSuite(tx, scope, agentId);
    await updateSuite(tx, scope, agentId, { blocksPublishing });
    const details = { blocksPublishing };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'suite.save', target: agentId, details });
  });
};

/** Under the lock of the suite, whose edition grows: reports of it as it was count no more. */
function change<Changed>(
  { database }: Deps,
  member: Member,
  agentId: AgentId,
  verb: 'create' | 'update' | 'delete',
  work: (tx: Tx, flow: AgentSettings['flow']) => Promise<Changed>,
): Promise<Changed> {
  demand(member, 'agents.write');
  const { scope } = member;
  return database.transaction(scope, async (tx) => {
    const { flow } = await getAgentSettings(tx, scope, agentId);
    await lockSuite(tx, scope, agentId);
    const changed = await work(tx, flow);
    await updateSuite(tx, scope, agentId, 'cases');
    await recordAudit(tx, scope, { actor: actorOf(member), action: `suite_case.${verb}`, target: agentId });
    return changed;
  });
}
