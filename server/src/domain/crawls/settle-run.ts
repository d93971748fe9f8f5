import type { Crawl } from '@antiphon/contract/crawls';
import { fail } from '@antiphon/contract/errors';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { approveRun, discardRun } from '../crawl-runs/settle-run.ts';
import { clearReason, readAgainWithin } from '../documents/update-document.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { hasRun } from './crawls.queries.ts';
import type { RunTarget } from './get-run.ts';
import { getCrawl } from './list-crawls.ts';

/** What waits is applied, in the background, or dropped. Of two who decide at once the second is told so (`crawl_settled`). */
export async function settleRun(
  deps: { database: Database },
  member: Member,
  target: RunTarget,
  decision: 'approve' | 'discard',
): Promise<Crawl> {
  demand(member, 'agents.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    if (!(await hasRun(tx, scope, target))) fail('not_found');
    // The document first, as whoever reads it does.
    if (decision === 'approve') await readAgainWithin(tx, scope, target);
    else await clearReason(tx, scope, target);
    const isSettled = await (decision === 'approve' ? approveRun : discardRun)(tx, scope, target);
    if (!isSettled) fail('crawl_settled');
    await recordAudit(tx, scope, { actor: actorOf(member), action: `crawl.${decision}`, target: target.documentId });
  });
  return getCrawl(deps, member, target);
}
