import { limits } from '@antiphon/contract/limits';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { LeaseLost } from '../../db/lease.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findPhoneAccount } from '../phone-numbers/find-phone-account.ts';
import type { Telephony, TelephonyAccount } from '../phone-numbers/telephony.ports.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { isStillMine, postpone, settleAtProvider, storePart } from './call-recordings.queries.ts';
import { claimDue, type DueRecording, forgetLeases, renewLease } from './call-recordings.system.queries.ts';
import { keepSound } from './keep-sound.ts';

const AT_ONCE = 2;
const LEASE_MS = 30_000;
const TRIES = 40;
const [WAIT_MS, WAIT_MAX_MS] = [5_000, 3_600_000];

type Deps = {
  database: Database;
  fileStore: FileStore;
  telephony: Telephony;
  log: Logger;
  secretKey: string;
  systemScope: SystemScope;
  makeScope: (uid: Scope['workspaceUid']) => Scope;
};

/**
 * Fetches recordings that lie at providers, stores them, and deletes them there. Each step may be done twice: what is stored is not fetched again,
 * and what a provider has no more is deleted.
 */
export const startRecordingRunner = (deps: Deps): Promise<LeasedRunner> => {
  const { database, systemScope, log } = deps;
  return startLeasedRunner(
    { database, systemScope, log },
    {
      noun: 'a recording',
      ...{ atOnce: AT_ONCE, dueAs: 'callRecording' as const, leaseMs: LEASE_MS },
      clearLeases: (tx) => forgetLeases(tx, systemScope),
      claim: (tx, claim) => claimDue(tx, systemScope, claim),
      renew: (row) => database.transaction(systemScope, (tx) => renewLease(tx, row, LEASE_MS)),
      work: (row, signal) => bringHome(deps, deps.makeScope(row.workspaceUid), row, signal),
      about: ({ id, callId }) => ({ recordingId: id, callId }),
    },
  );
};

async function bringHome(deps: Deps, scope: Scope, row: DueRecording, signal: AbortSignal): Promise<void> {
  const { database, log } = deps;
  const write = <Result>(work: (tx: Parameters<typeof postpone>[0]) => Promise<Result>) =>
    database.transaction(scope, work);
  const { id, lease, attempts } = row;
  try {
    const account = row.phoneNumberId && (await findPhoneAccount(deps, scope, row.phoneNumberId));
    // The number was given back, and with it the token of its account.
    if (!account) return await write((tx) => settleAtProvider(tx, scope, row));
    const found = await findVendorId(deps, account, row);
    if (found === 'none') return await write((tx) => settleAtProvider(tx, scope, row));
    if (found === 'later')
      return await write((tx) => postpone(tx, scope, { id, lease, afterMs: WAIT_MAX_MS / 60, attempts: 0 }));
    if (row.state === 'running' || row.state === 'waiting')
      await fetchOne(deps, scope, account, { ...row, vendorId: found }, signal);
    await deps.telephony.deleteRecording(account, found);
    await write((tx) => settleAtProvider(tx, scope, row));
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLost) throw error;
    const afterMs = attempts >= TRIES ? null : Math.min(WAIT_MS * 2 ** (attempts - 1), WAIT_MAX_MS);
    const change = afterMs === null ? { state: 'failed' as const } : {};
    log.warn({ err: error, callId: row.callId, attempts }, 'a recording could not be brought home');
    await write((tx) => postpone(tx, scope, { id, lease, afterMs, ...change }));
  }
}

/** What the provider calls it; looked for where nobody told us. */
async function findVendorId({ telephony }: Deps, account: TelephonyAccount, { vendorId, vendorCallId }: DueRecording) {
  if (vendorId !== '') return vendorId;
  const all = await telephony.findRecordings(account, vendorCallId);
  const there = all.find(({ isThere }) => isThere);
  if (there) return there.recordingId;
  return all.some(({ isGoingOn }) => isGoingOn) ? 'later' : 'none';
}

/** Nothing is stored of what is too large, is not there, or is not wanted any more. */
async function fetchOne(
  deps: Deps,
  scope: Scope,
  account: TelephonyAccount,
  row: DueRecording,
  signal: AbortSignal,
): Promise<void> {
  const { id, lease, callId, agentId, conversationId, part, vendorId } = row;
  const bytes = await deps.telephony.fetchRecording(account, vendorId, limits.recordingFileBytesMax, signal);
  if (!bytes) {
    deps.log.warn({ callId }, 'a recording is not at its provider, or too large');
    return;
  }
  const sound = { bytes, type: 'audio/mpeg' as const, part };
  const isKept = await keepSound(deps, scope, { id: callId, agentId, conversationId }, sound, (tx, file) =>
    storePart(tx, scope, { id, lease, fileId: file.id, bytes: file.bytes }),
  );
  // Whoever has it by now has not fetched it yet.
  if (!isKept && !(await deps.database.transaction(scope, (tx) => isStillMine(tx, scope, row)))) throw new LeaseLost();
}
