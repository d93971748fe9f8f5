import type { CallId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockLines, noteLines, releaseDialed } from '../calls/release-dialed.ts';
import { findConsents } from '../consents/change-consent.ts';
import { findRun, findTries, lockOpenAttempt, setAttempt, setRecipient } from './campaign-runs.queries.ts';
import { afterTry, type TryOutcome } from './outcome.rules.ts';

export type TryEnd = { outcome: TryOutcome; problem?: string; againMs?: number };

const OPEN = ['begun', 'taken', 'unsure', 'live'] as const;

/**
 * Ends a try once: the person is called again later, or not; its line and what was held for it are given back where nobody answered. Who said
 * stop meanwhile is off, whatever else became of it. False where it was over.
 */
export async function finishAttempt(
  { database, now = () => new Date() }: { database: Database; now?: () => Date },
  scope: Scope,
  id: CallId,
  { outcome, problem = '', againMs }: TryEnd,
): Promise<boolean> {
  return database.transaction(scope, async (tx) => {
    // In the order of all who lock these: the lines, the try, its person, and credits last.
    await lockLines(tx, scope);
    const attempt = await lockOpenAttempt(tx, scope, id);
    if (!attempt) return false;
    const campaign = await findRun(tx, scope, attempt.campaignId);
    const said = await findConsents(tx, scope, { channel: 'voice', marks: [attempt.addressMark] });
    const became: TryOutcome = said.get(attempt.addressMark) === false ? 'opted_out' : outcome;
    const at = now();
    const next = afterTry(became, {
      ...{ tries: await findTries(tx, scope, attempt), isTold: (campaign?.machineText ?? '') !== '', now: at },
      ...(againMs === undefined ? {} : { againMs }),
    });
    await setAttempt(tx, scope, id, OPEN, {
      ...{ state: 'over', endedAt: at, lineUntil: null },
      problem: became === 'opted_out' ? became : became === 'failed' ? problem || 'failed' : '',
    });
    await setRecipient(tx, scope, attempt, next);
    await noteLines(tx, scope);
    if (attempt.isAnswered === false) await releaseDialed(tx, scope, attempt);
    return true;
  });
}
