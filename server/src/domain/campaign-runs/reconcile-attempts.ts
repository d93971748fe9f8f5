import { isMessageKind } from '@antiphon/contract/campaign-words';
import type { CampaignId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { findDialedCall } from '../calls/release-dialed.ts';
import { messageOf } from '../campaigns/message.rules.ts';
import { openAccount } from '../channels/open-account.ts';
import { getConnection } from '../channels/use-connection.ts';
import { openPhoneAccount } from '../phone-numbers/phone-account.ts';
import type { BeginDeps } from './begin-deps.ts';
import {
  type AttemptRow,
  findOwnNumber,
  findRun,
  listSilent,
  type RunCampaign,
  setAttempt,
} from './campaign-runs.queries.ts';
import { finishAttempt } from './finish-attempt.ts';
import { finishText } from './finish-text.ts';

/** A process that asked for a call has its answer by then, or is dead. */
const SILENT_MS = 20_000;
/** By then it rang out, and its provider said so. */
const RUNG_MS = 3 * 60_000;
/** For so long a call that nobody knows of may still come up. */
const UNSURE_MS = 15 * 60_000;
const GIVEN_UP_MS = 24 * 60 * 60_000;
/** Its clock and ours are not one. */
const SKEW_MS = 30_000;
const AT_A_TIME = 10;

/** Looks for calls and messages of which nothing is heard, in the provider's own list. None is ever made again for that. */
export async function reconcileAttempts(
  deps: BeginDeps,
  scope: Scope,
  campaignId: CampaignId,
  now = new Date(),
): Promise<void> {
  const { database } = deps;
  const before = new Date(now.getTime() - SILENT_MS);
  const silent = await database.transaction(scope, (tx) => listSilent(tx, scope, campaignId, before, AT_A_TIME));
  for (const attempt of silent) await reconcile(deps, scope, attempt, now);
}

async function reconcile(deps: BeginDeps, scope: Scope, attempt: AttemptRow, now: Date) {
  const { id, state, begunAt } = attempt;
  const ageMs = now.getTime() - begunAt.getTime();
  if (state === 'live') return reconcileLive(deps, scope, attempt, ageMs);
  if (state === 'taken' && ageMs < RUNG_MS) return;
  const campaign = await deps.database.transaction(scope, (tx) => findRun(tx, scope, attempt.campaignId));
  if (!campaign) return;
  const isMessage = isMessageKind(campaign.kind);
  const found = await (isMessage ? lookUp : look)(deps, scope, attempt, campaign);
  if (found === 'unknown') {
    if (ageMs > GIVEN_UP_MS) await (isMessage ? finishText : finishAttempt)(deps, scope, id, { outcome: 'unknown' });
    return;
  }
  if (found === 'absent') {
    if (ageMs > UNSURE_MS && isMessage) await finishText(deps, scope, id, { outcome: 'unknown' });
    else if (ageMs > UNSURE_MS) await finishAttempt(deps, scope, id, { outcome: 'no_answer' });
    else if (state === 'begun')
      await deps.database.transaction(scope, (tx) => setAttempt(tx, scope, id, ['begun'], { state: 'unsure' }));
    return;
  }
  const { callId: vendorId, isOver } = found;
  if (isMessage) return void (await finishText(deps, scope, id, { outcome: 'sent', vendorId }));
  await deps.database.transaction(scope, (tx) =>
    setAttempt(tx, scope, id, ['begun', 'unsure'], { state: 'taken', vendorId }),
  );
  // Where it is over, its provider has said so by now, or never will.
  if (isOver && ageMs > RUNG_MS) await finishAttempt(deps, scope, id, { outcome: 'no_answer' });
}

/** Answered: it is over when its call is. */
async function reconcileLive(deps: BeginDeps, scope: Scope, { id, isMachine }: AttemptRow, ageMs: number) {
  const call = await deps.database.transaction(scope, (tx) => findDialedCall(tx, scope, id));
  if (ageMs < RUNG_MS || (call && !call.isOver)) return;
  await finishAttempt(deps, scope, id, { outcome: isMachine ? 'machine' : call ? 'reached' : 'no_answer' });
}

type Found = { callId: string; isOver: boolean } | 'absent' | 'unknown';

async function look(
  { database, telephony, secretKey, log }: BeginDeps,
  scope: Scope,
  { address: to, begunAt, id }: AttemptRow,
  { phoneNumberId }: RunCampaign,
): Promise<Found> {
  const number = phoneNumberId && (await database.transaction(scope, (tx) => findOwnNumber(tx, scope, phoneNumberId)));
  if (!number) return 'unknown';
  try {
    const since = new Date(begunAt.getTime() - SKEW_MS);
    const account = openPhoneAccount(secretKey, scope, number);
    const [found] = await telephony.findDialed(account, { from: number.number, to, since });
    return found ?? 'absent';
  } catch (error) {
    log.warn({ err: error, callId: id }, 'campaign: the provider could not be asked for a call');
    return 'unknown';
  }
}

/** A message that its provider lists is sent; that it does not list it says that nobody got it, but for how much later it may come up. */
async function lookUp(
  { database, channels, secretKey, log }: BeginDeps,
  scope: Scope,
  { address: thread, begunAt, id }: AttemptRow,
  campaign: RunCampaign,
): Promise<Found> {
  const { connectionId } = campaign;
  const connection =
    connectionId && (await database.transaction(scope, (tx) => getConnection(tx, scope, connectionId)));
  if (!connection) return 'unknown';
  const ask = channels[connection.provider].lookUp;
  // It says itself what it took, by its reference; what it says nothing of for so long it does not have.
  if (!ask) return 'absent';
  try {
    const since = new Date(begunAt.getTime() - SKEW_MS);
    const sent = { thread, text: messageOf(campaign), since };
    const found = await ask(openAccount(secretKey, scope, connection), sent);
    return found === null ? 'absent' : { callId: found, isOver: true };
  } catch (error) {
    log.warn({ err: error, attemptId: id }, 'campaign: the provider could not be asked for a message');
    return 'unknown';
  }
}
