import type { CampaignId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { type CampaignRow, giveBackRun, renewRun, setRun } from './campaigns.queries.ts';
import { claimDue, type DueCampaign, forgetLeases } from './campaigns.system.queries.ts';

// For whoever works on campaigns that go on: one worker a campaign, which says what became of it.

export type { DueCampaign };

export const leaseDue = (tx: Tx, scope: SystemScope, claim: Claim): Promise<DueCampaign[]> =>
  claimDue(tx, scope, claim);

export const forgetDead = (tx: Tx, scope: SystemScope): Promise<void> => forgetLeases(tx, scope);

/** False where another has it by now. */
export const keepRun = (tx: Tx, scope: Scope, { id, lease }: DueCampaign, ms: number): Promise<boolean> =>
  renewRun(tx, scope, id, lease, ms);

/** It is looked at again after so many milliseconds. Does nothing where another has it. */
export const leaveRun = (tx: Tx, scope: Scope, { id, lease }: { id: CampaignId; lease: Lease }, againMs: number) =>
  giveBackRun(tx, scope, id, lease, againMs);

/** By whoever locked it. */
export const noteRun = (
  tx: Tx,
  scope: Scope,
  id: CampaignId,
  change: Partial<Pick<CampaignRow, 'state' | 'pausedFor' | 'takenAfter' | 'takenAt' | 'startedAt'>>,
): Promise<void> => setRun(tx, scope, id, change);
