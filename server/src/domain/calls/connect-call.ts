import { randomUUID } from 'node:crypto';
import { type CallId, newCallSecret } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { copyFor } from '../agents/agents.rules.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { findConversationAgent } from '../conversations/get-conversation.ts';
import type { AllowedSettings } from '../orgs/handoff-wishes.rules.ts';
import { findPuttingThrough } from '../phone-numbers/find-called.ts';
import { beginSlice, type CallRow, claimCall, findCall, lockOpenCall, moveOn } from './calls.queries.ts';
import { hashCallSecret, isTransferable, secondsIn } from './calls.rules.ts';
import { findCallWorkspace } from './calls.system.queries.ts';
import { type Charged, chargedOf, holdSlice, settleSlice } from './charge-call.ts';

type Deps = { database: Database; systemScope: SystemScope; makeScope: (uid: Scope['workspaceUid']) => Scope };

/** Whoever has not renewed it for this long is taken for dead. */
export const LEASE_MS = 15_000;
/** As long as any call may last: the secret of the next connection is of no use to anybody before this one is lost. */
const NEXT_SECRET_MS = 90 * 60_000;

export type ConnectedCall = {
  scope: Scope;
  call: CallRow;
  charged: Charged;
  lease: Lease;
  settings: AllowedSettings;
  /** Of the next connection. */
  secret: string;
  /** Its caller was here before. */
  isResumed: boolean;
  /** Somebody was rung up for them, and did not answer. */
  isUnanswered: boolean;
  /** When they are put through to somebody else. */
  putsThrough: 'never' | 'later' | 'once';
  /** Nobody pays for the next minute. */
  isUnpaid: boolean;
};

/**
 * Whoever has the secret holds the call from now on, whichever process held it before. What was charged ends with the last sign of
 * the connection before; a new minute begins. Null where there is no such call, it has ended, the secret is not its own, or it was
 * asked for on the host of another workspace (`hostOf`).
 */
export async function connectCall(
  { database, systemScope, makeScope }: Deps,
  { id, secret, hostOf }: { id: CallId; secret: string; hostOf: Scope['workspaceUid'] | null },
): Promise<ConnectedCall | null> {
  const uid = await database.transaction(systemScope, (tx) => findCallWorkspace(tx, id));
  if (!uid || (hostOf && hostOf !== uid)) return null;
  const scope = makeScope(uid);
  const next = newCallSecret();
  const claim = { id, owner: randomUUID(), leaseMs: LEASE_MS, nextMs: NEXT_SECRET_MS };
  return database.transaction(scope, async (tx) => {
    const hashes = { secretHash: hashCallSecret(secret), nextHash: hashCallSecret(next) };
    const isUnanswered = (await findCall(tx, scope, id))?.state === 'transferring';
    const claimed = await claimCall(tx, scope, { ...claim, ...hashes });
    if (!claimed) return null;
    const { lease, ...call } = claimed;
    const copy = copyFor(await findConversationAgent(tx, scope, call.conversationId));
    const settings = await getAnsweringSettings(tx, scope, call.agentId, copy);
    const charged = chargedOf(call, settings);
    const isResumed = call.slice > 0;
    const putsThrough = await findPutsThrough(tx, scope, call);
    const how = { isResumed, isUnanswered, putsThrough };
    const connected = { scope, call, charged, lease, settings, secret: next, ...how };
    if (!isResumed) {
      await beginSlice(tx, scope, id, 1);
      return { ...connected, isUnpaid: false };
    }
    const before = await lockOpenCall(tx, scope, id);
    const seconds = secondsIn(before?.ms ?? 0);
    const paid = call.isTest ? 0n : await settleSlice(tx, scope, charged, call.slice, seconds);
    await moveOn(tx, scope, id, { seconds, charged: paid, isCut: true });
    const isPaid = call.isTest || (await holdSlice(tx, scope, charged, call.slice + 1, new Date()));
    return { ...connected, isUnpaid: !isPaid };
  });
}

async function findPutsThrough(tx: Tx, scope: Scope, call: CallRow): Promise<ConnectedCall['putsThrough']> {
  if (call.phoneNumberId === null || !isTransferable(call)) return 'never';
  return findPuttingThrough(tx, scope, call.phoneNumberId);
}
