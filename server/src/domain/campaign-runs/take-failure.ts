import type { CallId, CampaignId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { noteRun } from '../campaigns/keep-run.ts';
import { AccountRefused, TemplateRefused } from '../channels/channels.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { BeginDeps } from './begin-deps.ts';
import { findRun, setAttempt } from './campaign-runs.queries.ts';
import type { TryEnd } from './finish-attempt.ts';

type Ids = { campaignId: CampaignId; id: CallId };

/** What a provider that was asked once said. Whatever is no answer may have been carried out: nobody asks again. */
export async function takeFailure(
  deps: BeginDeps,
  scope: Scope,
  { campaignId, id }: Ids,
  error: unknown,
  finish: (end: TryEnd) => Promise<unknown>,
) {
  const kind = error instanceof VendorFailure ? error.kind : null;
  if (kind === 'unauthorized') {
    const isOurNumber = error instanceof AccountRefused && error.field === 'externalId';
    await pauseRun(deps, scope, campaignId, isOurNumber ? 'number' : 'token');
    await finish({ outcome: 'not_made' });
  } else if (error instanceof TemplateRefused) {
    await pauseRun(deps, scope, campaignId, 'template');
    await finish({ outcome: 'not_made', againMs: 0 });
  } else if (kind === 'rate_limited') {
    await finish({ outcome: 'not_made', againMs: (error as VendorFailure).retryAfterMs ?? 60_000 });
  } else if (kind === 'invalid' || kind === 'forbidden' || kind === 'not_found') {
    await finish({ outcome: 'failed', problem: (error as Error).message.slice(0, 300) });
  } else {
    deps.log.warn({ err: error, campaignId, attemptId: id }, 'campaign: nobody knows whether this was carried out');
    await deps.database.transaction(scope, (tx) => setAttempt(tx, scope, id, ['begun'], { state: 'unsure' }));
  }
}

/** Of one that goes on; a stopped one stays stopped. */
export async function pauseRun(
  { database }: Pick<BeginDeps, 'database'>,
  scope: Scope,
  id: CampaignId,
  reason: 'token' | 'number' | 'template',
) {
  await database.transaction(scope, async (tx) => {
    const campaign = await findRun(tx, scope, id);
    if (campaign?.state === 'running') await noteRun(tx, scope, id, { state: 'paused', pausedFor: reason });
  });
}
