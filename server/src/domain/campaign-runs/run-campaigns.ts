import type { CampaignId, WorkspaceUid } from '@antiphon/contract/ids';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope } from '../../db/scope.ts';
import { forgetDead, keepRun, leaseDue, leaveRun, noteRun } from '../campaigns/keep-run.ts';
import { beginAttempt } from './begin-attempt.ts';
import type { BeginDeps } from './begin-deps.ts';
import { findRun, lockRun } from './campaign-runs.queries.ts';
import { reconcileAttempts } from './reconcile-attempts.ts';
import { takeRecipients } from './take-recipients.ts';

const AT_ONCE = 4;
const LEASE_MS = 30_000;
const AGAIN_MS = {
  begun: 1_000,
  rate: 300,
  again: 0,
  lines: 2_000,
  later: 10_000,
  state: 10_000,
  paused: 10_000,
  done: 10_000,
} as const;
const WAIT_MAX_MS = 60_000;

type Deps = BeginDeps & { makeScope: (uid: WorkspaceUid) => Scope };

/** Calls what campaigns are to call, one after the other. Any number of processes may run one: none begins what another did. */
export const startCampaignRunner = (deps: Deps): Promise<LeasedRunner> =>
  startLeasedRunner(deps, {
    noun: 'campaign',
    atOnce: AT_ONCE,
    dueAs: 'campaign',
    leaseMs: LEASE_MS,
    clearLeases: (tx) => forgetDead(tx, deps.systemScope),
    claim: (tx, claim) => leaseDue(tx, deps.systemScope, claim),
    renew: (row) => {
      const scope = deps.makeScope(row.workspaceUid);
      return deps.database.transaction(scope, (tx) => keepRun(tx, scope, row, LEASE_MS));
    },
    async work({ id, workspaceUid, lease }, signal) {
      const scope = deps.makeScope(workspaceUid);
      const againMs = await goOn(deps, scope, id, signal);
      await deps.database.transaction(scope, (tx) => leaveRun(tx, scope, { id, lease }, againMs));
    },
    about: ({ id }) => ({ campaignId: id }),
  });

/** One step of a campaign. When it is to be looked at again, in milliseconds. */
export async function goOn(deps: BeginDeps, scope: Scope, id: CampaignId, signal: AbortSignal): Promise<number> {
  const waitMs = await begin(deps, scope, id);
  if (waitMs > 0) return waitMs;
  while (!signal.aborted && (await takeRecipients(deps, scope, id)));
  await reconcileAttempts(deps, scope, id);
  if (signal.aborted) return 0;
  return AGAIN_MS[await beginAttempt(deps, scope, id)];
}

/** Its time may have come. How long until then; 0 where it has. */
async function begin({ database }: BeginDeps, scope: Scope, id: CampaignId): Promise<number> {
  return database.transaction(scope, async (tx) => {
    if ((await findRun(tx, scope, id))?.state !== 'scheduled') return 0;
    const campaign = await lockRun(tx, scope, id);
    if (campaign?.state !== 'scheduled') return 0;
    if (campaign.approvedAt === null) return WAIT_MAX_MS;
    const now = new Date();
    const waitMs = (campaign.startsAt?.getTime() ?? 0) - now.getTime();
    if (waitMs > 0) return Math.min(waitMs, WAIT_MAX_MS);
    await noteRun(tx, scope, id, { state: 'running', startedAt: campaign.startedAt ?? now });
    return 0;
  });
}
