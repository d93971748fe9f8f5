import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { PublishGate } from '../agents/agents.ports.ts';
import { isSameSettings, readSettings } from '../agents/agents.rules.ts';
import { publishAgain } from '../agents/publish-agent.ts';
import { type LockedAgent, lockSettings, replaceSettings } from '../agents/update-agent.ts';
import type { Member } from '../identity/identity.policy.ts';
import { lockLink, noteApplied } from './blueprints.queries.ts';
import type { Leased, PushRow, TargetRow } from './pushes.queries.ts';
import { settleTarget } from './settle-target.ts';

type Undoing = { push: PushRow; target: TargetRow; one: Leased; by: Member };

/**
 * Makes an agent what it was before the push, as a new version where one was published; in the caller's transaction. One that somebody
 * changed or published since is left as it is. Answers the agent where something was published.
 */
export async function undoTarget(
  deps: { publishGate: PublishGate },
  tx: Tx,
  scope: Scope,
  { push, target, one, by }: Undoing,
): Promise<LockedAgent | null> {
  const agent = await lockSettings(tx, scope, target.agentId);
  const link = await lockLink(tx, scope, target.agentId);
  const { before } = target;
  if (!before || !agent || link?.blueprintId !== push.blueprintId || !isAsLeft(agent, target)) {
    await settleTarget(tx, scope, push, one, { state: 'not_undone', reason: 'changed_since' });
    return null;
  }
  const draft = readSettings(before.draft);
  const revision = isSameSettings(draft, agent.draft)
    ? agent.draftRevision
    : await replaceSettings(tx, scope, agent, { draft, by: push.startedByUserId });
  const number = target.version === null ? null : before.publishedVersion;
  if (number !== null) {
    const note = `Blueprint version ${push.version} rolled back`;
    await publishAgain(deps, tx, by, { agentId: agent.id, environment: agent.environment, number, note });
  }
  const { base, appliedVersion } = before;
  const cleanRevision = before.cleanRevision === before.revision ? revision : null;
  await noteApplied(tx, scope, agent.id, { base: readSettings(base), appliedVersion, cleanRevision });
  await settleTarget(tx, scope, push, one, { state: 'undone', reason: null });
  return number === null ? null : agent;
}

/** Of what was promoted since, `staging` alone would be taken back. */
const isAsLeft = (agent: LockedAgent, { afterRevision, version, before }: TargetRow) =>
  agent.draftRevision === afterRevision &&
  agent.tipVersion === (version ?? before?.publishedVersion ?? null) &&
  !(agent.environment === 'staging' && version !== null && agent.publishedVersion === version);
