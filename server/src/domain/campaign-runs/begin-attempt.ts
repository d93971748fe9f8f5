import { isMessageKind } from '@antiphon/contract/campaign-words';
import { Failure } from '@antiphon/contract/errors';
import { type CallId, type CampaignId, newCallId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { holdTerms } from '../billing/hold-terms.rules.ts';
import { SLICE_MICRO, turnOf } from '../calls/calls.rules.ts';
import type { BeginDeps } from './begin-deps.ts';
import { findRun, type RunCampaign } from './campaign-runs.queries.ts';
import { type BegunAttempt, type ClaimedAttempt, claimAttempt } from './campaign-runs.system.queries.ts';
import { dialAttempt } from './dial-attempt.ts';
import { TEXT_MICRO, textTurnOf } from './finish-text.ts';
import { pauseRun } from './take-failure.ts';
import { writeAttempt } from './write-attempt.ts';

/** So long a line is kept for what is dialled: until it rang out, and its provider said so. */
const LINE_MS = 90_000;
/** Of a message that nobody knows of it may be told for so long. */
const HELD_MS = 25 * 60 * 60_000;

/** Begins at most one call or message, and answers why where none is begun. It is stored before anybody is asked for it. */
export async function beginAttempt(
  deps: BeginDeps,
  scope: Scope,
  campaignId: CampaignId,
): Promise<ClaimedAttempt['outcome']> {
  const id = newCallId();
  const campaign = await deps.database.transaction(scope, (tx) => findRun(tx, scope, campaignId));
  if (!campaign) return 'state';
  const claimed = await claim(deps, scope, campaign, id).catch((error) => {
    // Its agent answers nobody: it is in the trash, say, or not published.
    if (error instanceof Failure) return null;
    throw error;
  });
  if (!claimed) {
    await pauseRun(deps, scope, campaignId, 'number');
    return 'paused';
  }
  if (claimed.outcome === 'begun') await reach(deps, scope, campaign, { ...claimed, id });
  return claimed.outcome;
}

export async function claim(
  { database, systemScope, clock }: Pick<BeginDeps, 'database' | 'systemScope' | 'clock'>,
  scope: Scope,
  { id: campaignId, agentId, kind }: Pick<RunCampaign, 'id' | 'agentId' | 'kind'>,
  id: CallId,
): Promise<ClaimedAttempt> {
  const settings = await database.transaction(scope, (tx) => getAnsweringSettings(tx, scope, agentId, 'live'));
  const { monthlyCredits } = settings.limits;
  const limit = monthlyCredits === null ? null : fromCredits(monthlyCredits);
  const paid = isMessageKind(kind)
    ? {
        turnId: textTurnOf(id),
        ...holdTerms(TEXT_MICRO, limit, new Date()),
        expiresAt: new Date(Date.now() + HELD_MS),
      }
    : { turnId: turnOf(id, 1), ...holdTerms(SLICE_MICRO, limit, new Date()) };
  const asked = { workspaceUid: scope.workspaceUid, campaignId, id, lineMs: LINE_MS, ...paid };
  return database.transaction(systemScope, (tx) => claimAttempt(tx, systemScope, { ...asked, now: clock?.() ?? null }));
}

const reach = (deps: BeginDeps, scope: Scope, campaign: RunCampaign, begun: BegunAttempt & { id: CallId }) =>
  (isMessageKind(campaign.kind) ? writeAttempt : dialAttempt)(deps, scope, campaign, begun);
