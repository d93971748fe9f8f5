import type { CallId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { openPhoneAccount } from '../phone-numbers/phone-account.ts';
import { phoneHookOf } from '../phone-numbers/phone-numbers.rules.ts';
import type { BeginDeps } from './begin-deps.ts';
import { findOwnNumber, type RunCampaign, setAttempt } from './campaign-runs.queries.ts';
import type { BegunAttempt } from './campaign-runs.system.queries.ts';
import { finishAttempt } from './finish-attempt.ts';
import { pauseRun, takeFailure } from './take-failure.ts';

const RING_SECONDS = 25;

/** The provider is asked once, whatever comes of it: what nobody knows of is looked for, and never asked for again. */
export async function dialAttempt(
  deps: BeginDeps,
  scope: Scope,
  { id: campaignId, phoneNumberId, machineText }: RunCampaign,
  { id, from, address: to }: BegunAttempt & { id: CallId },
): Promise<void> {
  const { database, telephony, secretKey, hookBase } = deps;
  const number = phoneNumberId && (await database.transaction(scope, (tx) => findOwnNumber(tx, scope, phoneNumberId)));
  if (!number || hookBase === null) {
    await finishAttempt(deps, scope, id, { outcome: 'not_made' });
    return pauseRun(deps, scope, campaignId, 'number');
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
    await takeFailure(deps, scope, { campaignId, id }, error, (end) => finishAttempt(deps, scope, id, end));
  }
}
