import { Failure } from '@antiphon/contract/errors';
import type { CallId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { MICRO } from '../billing/credits.rules.ts';
import { settleTurn } from '../billing/settle-turn.ts';
import { consentChannelOf } from '../campaigns/campaigns.rules.ts';
import { findConsents, holdWord } from '../consents/change-consent.ts';
import { findAttempt, findRun, findTries, lockOpenAttempt, setAttempt, setRecipient } from './campaign-runs.queries.ts';
import type { TryEnd } from './finish-attempt.ts';
import { afterTry, type TryOutcome } from './outcome.rules.ts';

/** What each message costs, whichever length it has: its provider charges whoever's account it is. */
export const TEXT_MICRO = MICRO;

/** What a message is held and charged as. */
export const textTurnOf = (id: CallId): string => `campaign:${id}`;

type TextEnd = TryEnd & { vendorId?: string };

/** Ends a try once: it was taken by its provider, which is charged, or is tried again later, or not. False where it was over. */
export const finishText = (
  { database, now = () => new Date() }: { database: Database; now?: () => Date },
  scope: Scope,
  id: CallId,
  end: TextEnd,
): Promise<boolean> => database.transaction(scope, (tx) => endText(tx, scope, id, end, now()));

export async function endText(
  tx: Tx,
  scope: Scope,
  id: CallId,
  { outcome, problem = '', againMs, vendorId }: TextEnd,
  at: Date,
): Promise<boolean> {
  const found = await findAttempt(tx, scope, id);
  if (!found || found.endedAt !== null) return false;
  // In the order of all who lock these: what they say, the try, its person, and credits last.
  await holdWord(tx, scope, found.addressMark);
  const attempt = await lockOpenAttempt(tx, scope, id);
  if (!attempt) return false;
  const campaign = await findRun(tx, scope, attempt.campaignId);
  const channel = consentChannelOf(campaign?.kind ?? 'sms');
  const said = await findConsents(tx, scope, { channel, marks: [attempt.addressMark] });
  const became: TryOutcome = said.get(attempt.addressMark) === false ? 'opted_out' : outcome;
  const next = afterTry(became, {
    ...{ tries: await findTries(tx, scope, attempt), isTold: false, now: at },
    ...(againMs === undefined ? {} : { againMs }),
  });
  await setAttempt(tx, scope, id, ['begun', 'unsure'], {
    ...{ state: 'over', endedAt: at, ...(vendorId === undefined ? {} : { vendorId }) },
    problem: became === 'opted_out' ? became : became === 'failed' ? problem || 'failed' : '',
  });
  await setRecipient(tx, scope, attempt, next);
  await settle(tx, scope, attempt, outcome === 'sent' ? TEXT_MICRO : 0n);
  return true;
}

async function settle(
  tx: Tx,
  scope: Scope,
  { id, agentId }: { id: CallId; agentId: Parameters<typeof settleTurn>[2]['agentId'] },
  amountMicro: bigint,
) {
  const turn = { turnId: textTurnOf(id), agentId, conversationId: null, amountMicro, featureKey: 'campaign_message' };
  try {
    await settleTurn(tx, scope, turn);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'not_found')) throw error;
  }
}
