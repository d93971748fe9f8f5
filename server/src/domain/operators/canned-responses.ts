import { fail } from '@antiphon/contract/errors';
import type { CannedResponse } from '@antiphon/contract/handoffs';
import { type CannedResponseId, newCannedResponseId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { readInboxView } from './inbox-settings.ts';
import { demandAnswering, orgOf } from './operators.policy.ts';
import { deleteCannedRow, listCannedRows, upsertCanned } from './operators.queries.ts';

type Deps = { database: Database };

/** Those of the workspace, or of a client's org, by their shortcuts; none where the org has them switched off. */
export function listCanned(deps: Deps, member: Member): Promise<CannedResponse[]> {
  demandAnswering(member);
  return deps.database.transaction(member.scope, async (tx) =>
    (await readInboxView(tx, member)).hasCanned ? listCannedRows(tx, member.scope, orgOf(member)) : [],
  );
}

/** Under its shortcut: the text of one that is there is replaced. Fails with `conflict` when there are as many as may be. */
export function saveCanned(
  deps: Deps,
  member: Member,
  given: { shortcut: string; text: string },
): Promise<CannedResponse> {
  demandAnswering(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    await demandCanned(tx, member);
    // Its lock on the workspace's chain makes two savings wait for each other: none goes over the limit.
    const act = { action: 'canned_response.save', target: given.shortcut };
    await recordAudit(tx, scope, { actor: actorOf(member), ...act });
    const known = await listCannedRows(tx, scope, orgOf(member));
    const isNew = !known.some(({ shortcut }) => shortcut === given.shortcut);
    if (isNew && known.length >= limits.cannedResponsesMax)
      fail('conflict', { message: `There can be at most ${limits.cannedResponsesMax} canned responses.` });
    return upsertCanned(tx, scope, { id: newCannedResponseId(), orgId: orgOf(member), ...given });
  });
}

export async function deleteCanned(deps: Deps, member: Member, id: CannedResponseId): Promise<void> {
  demandAnswering(member);
  await deps.database.transaction(member.scope, async (tx) => {
    await demandCanned(tx, member);
    if (!(await deleteCannedRow(tx, member.scope, orgOf(member), id))) fail('not_found');
    const act = { action: 'canned_response.delete', target: id };
    await recordAudit(tx, member.scope, { actor: actorOf(member), ...act });
  });
}

async function demandCanned(tx: Tx, member: Member) {
  if (!(await readInboxView(tx, member)).hasCanned) fail('forbidden');
}
