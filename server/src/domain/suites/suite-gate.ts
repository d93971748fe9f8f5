import { fail } from '@antiphon/contract/errors';
import type { AgentId, SuiteRunId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { PublishGate } from '../agents/agents.ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { findDraftMd5, findGateRun, findKnowledgeMd5, findSuite, hasMust } from './suites.queries.ts';

type Gate = { kind: 'not_run' } | { kind: 'failed'; runId: SuiteRunId; failing: string[] };
type Target = {
  agentId: AgentId;
  settingsMd5: string;
  /** Of the working copy the report has to be of what the agent knows now, and of its tests as they are now. */
  isDraft: boolean;
};

/** Why it may not be published; null where nothing that must pass stands against it. */
export async function findGate(tx: Tx, scope: Scope, { agentId, settingsMd5, isDraft }: Target): Promise<Gate | null> {
  if (!(await hasMust(tx, scope, agentId))) return null;
  const { edition } = await findSuite(tx, scope, agentId);
  const now = isDraft ? { edition, knowledgeMd5: await findKnowledgeMd5(tx, scope, agentId) } : null;
  const run = await findGateRun(tx, scope, agentId, { settingsMd5, now });
  if (!run) return { kind: 'not_run' };
  return run.failing.length === 0 ? null : { kind: 'failed', ...run };
}

/** The same of the working copy. */
export async function findDraftGate(tx: Tx, scope: Scope, agentId: AgentId): Promise<Gate | null> {
  const settingsMd5 = (await findDraftMd5(tx, scope, agentId)) ?? fail('not_found');
  return findGate(tx, scope, { agentId, settingsMd5, isDraft: true });
}

/** Names in the message; the report has all. */
const NAMED_MAX = 5;

/** Every way to publish comes through here, in the transaction that publishes. Who goes past it is written down. */
export const demandSuite: PublishGate = async (tx, member, { agentId, versionMd5, isOverridden }) => {
  const { scope } = member;
  const { blocksPublishing } = await findSuite(tx, scope, agentId);
  if (!blocksPublishing) return;
  const settingsMd5 = versionMd5 ?? (await findDraftMd5(tx, scope, agentId)) ?? fail('not_found');
  const gate = await findGate(tx, scope, { agentId, settingsMd5, isDraft: versionMd5 === null });
  if (!gate) return;
  if (isOverridden && !member.client) {
    const details = { reason: gate.kind };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'suite.override', target: agentId, details });
    return;
  }
  const code = gate.kind === 'not_run' ? 'suite_not_run' : 'suite_failed';
  // A client reads no names that their provider gave to tests.
  if (gate.kind === 'not_run' || member.client) fail(code);
  const named = gate.failing.slice(0, NAMED_MAX).map((title) => `“${title}”`);
  const more = gate.failing.length > NAMED_MAX ? ` and ${gate.failing.length - NAMED_MAX} more` : '';
  fail(code, { message: `These tests do not pass: ${named.join(', ')}${more}.` });
};
