import { Failure } from '@antiphon/contract/errors';
import { type CallId, type CampaignId, newCallId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { holdTerms } from '../billing/hold-terms.rules.ts';
import { SLICE_MICRO, turnOf } from '../calls/calls.rules.ts';
import { noteRun } from '../campaigns/keep-run.ts';
import { openPhoneAccount } from '../phone-numbers/phone-account.ts';
import { phoneHookOf } from '../phone-numbers/phone-numbers.rules.ts';
import type { Telephony } from '../phone-numbers/telephony.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { findOwnNumber, findRun, type RunCampaign, setAttempt } from './campaign-runs.queries.ts';
import { type BegunAttempt, type ClaimedAttempt, claimAttempt } from './campaign-runs.system.queries.ts';
import { finishAttempt } from './finish-attempt.ts';

export type BeginDeps = {
  database: Database;
  systemScope: SystemScope;
  telephony: Telephony;
  secretKey: string;
  hookBase: string | null;
  log: Logger;
  /** For tests: null is the database's own clock. */
  clock?: () => Date | null;
};

const RING_SECONDS = 25;
/** So long a line is kept for what is dialled: until it rang out, and its provider said so. */
const LINE_MS = 90_000;

/** Begins at most one call, and answers why where none is begun. It is stored before anybody is asked for it. */
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
    await pause(deps, scope, campaignId, 'number');
    return 'paused';
  }
  if (claimed.outcome === 'begun') await dial(deps, scope, campaign, { ...claimed, id });
  return claimed.outcome;
}

export async function claim(
  { database, systemScope, clock }: Pick<BeginDeps, 'database' | 'systemScope' | 'clock'>,
  scope: Scope,
  { id: campaignId, agentId }: Pick<RunCampaign, 'id' | 'agentId'>,
  id: CallId,
): Promise<ClaimedAttempt> {
  const settings = await database.transaction(scope, (tx) => getAnsweringSettings(tx, scope, agentId, 'live'));
  const { monthlyCredits } = settings.limits;
  const terms = holdTerms(SLICE_MICRO, monthlyCredits === null ? null : fromCredits(monthlyCredits), new Date());
  const asked = { workspaceUid: scope.workspaceUid, campaignId, id, turnId: turnOf(id, 1), lineMs: LINE_MS, ...terms };
  return database.transaction(systemScope, (tx) => claimAttempt(tx, systemScope, { ...asked, now: clock?.() ?? null }));
}

/** The provider is asked once, whatever comes of it: what nobody knows of is looked for, and never asked for again. */
async function dial(
  deps: BeginDeps,
  scope: Scope,
  { id: campaignId, phoneNumberId, machineText }: RunCampaign,
  { id, from, address: to }: BegunAttempt & { id: CallId },
): Promise<void> {
  const { database, telephony, secretKey, hookBase } = deps;
  const number = phoneNumberId && (await database.transaction(scope, (tx) => findOwnNumber(tx, scope, phoneNumberId)));
  if (!number || hookBase === null) {
    await finishAttempt(deps, scope, id, { outcome: 'not_made' });
    return pause(deps, scope, campaignId, 'number');
  }
  const hook = phoneHookOf(hookBase, number);
  try {
    const vendorId = await telephony.dial(openPhoneAccount(secretKey, scope, number), {
      ...{ from, to, ringSeconds: RING_SECONDS, url: `${hook}?dialed=${id}`, statusUrl: `${hook}?ended=${id}` },
      machine: { url: `${hook}?machine=${id}`, waitsForBeep: machineText !== '' },
    });
    await database.transaction(scope, (tx) =>
      setAttempt(tx, scope, id, ['begun', 'unsure'], { state: 'taken', vendorId }),
    );
  } catch (error) {
    await takeFailure(deps, scope, { campaignId, id }, error);
  }
}

async function takeFailure(
  deps: BeginDeps,
  scope: Scope,
  { campaignId, id }: { campaignId: CampaignId; id: CallId },
  error: unknown,
) {
  const kind = error instanceof VendorFailure ? error.kind : null;
  if (kind === 'unauthorized') {
    await pause(deps, scope, campaignId, 'token');
    await finishAttempt(deps, scope, id, { outcome: 'not_made' });
  } else if (kind === 'rate_limited') {
    const againMs = (error as VendorFailure).retryAfterMs ?? 60_000;
    await finishAttempt(deps, scope, id, { outcome: 'not_made', againMs });
  } else if (kind === 'invalid' || kind === 'forbidden' || kind === 'not_found') {
    await finishAttempt(deps, scope, id, { outcome: 'failed', problem: (error as Error).message.slice(0, 300) });
  } else {
    deps.log.warn({ err: error, campaignId, callId: id }, 'campaign: nobody knows whether this call was made');
    await deps.database.transaction(scope, (tx) => setAttempt(tx, scope, id, ['begun'], { state: 'unsure' }));
  }
}

/** Of one that goes on; a stopped one stays stopped. */
async function pause({ database }: BeginDeps, scope: Scope, id: CampaignId, reason: 'token' | 'number') {
  await database.transaction(scope, async (tx) => {
    const campaign = await findRun(tx, scope, id);
    if (campaign?.state === 'running') await noteRun(tx, scope, id, { state: 'paused', pausedFor: reason });
  });
}
