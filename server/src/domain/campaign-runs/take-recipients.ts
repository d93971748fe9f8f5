import type { CampaignId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { judgeLeads, pickLeads } from '../campaigns/judge-leads.ts';
import { noteRun } from '../campaigns/keep-run.ts';
import { ownNumberOf } from '../campaigns/preview-recipients.ts';
import { insertRecipients, listTakenMarks, lockRun } from './campaign-runs.queries.ts';

const PIECE = 500;

/**
 * Takes up the next of whom it is for, as they are now, with why some are passed over. Each piece is whole: whoever dies in between leaves the
 * next one to another. False once all are.
 */
export async function takeRecipients(
  { database, secretKey }: { database: Database; secretKey: string },
  scope: Scope,
  id: CampaignId,
  piece = PIECE,
): Promise<boolean> {
  return database.transaction(scope, async (tx) => {
    const campaign = await lockRun(tx, scope, id);
    if (campaign?.state !== 'running' || campaign.takenAt !== null) return false;
    const own = await ownNumberOf(tx, scope, campaign);
    if (own === null) {
      await noteRun(tx, scope, id, { state: 'paused', pausedFor: 'number' });
      return false;
    }
    const leads = await pickLeads(tx, scope, campaign, { after: campaign.takenAfter, limit: piece });
    const context = { secretKey, now: new Date() };
    const asked = { campaign, own, leads };
    const judged = await judgeLeads(context, tx, scope, { ...asked, taken: new Set() });
    const taken = await listTakenMarks(
      tx,
      scope,
      id,
      judged.map(({ addressMark }) => addressMark),
    );
    const again = taken.size === 0 ? judged : await judgeLeads(context, tx, scope, { ...asked, taken });
    await insertRecipients(
      tx,
      scope,
      again.map(({ name: _name, reason, ...one }) => ({
        ...{ campaignId: id, ...one, reason },
        state: reason === null ? ('waiting' as const) : ('skipped' as const),
      })),
    );
    const isLast = leads.length < piece;
    const takenAfter = leads.at(-1)?.id ?? campaign.takenAfter;
    await noteRun(tx, scope, id, { takenAfter, ...(isLast ? { takenAt: new Date() } : {}) });
    return !isLast;
  });
}
