import { Failure } from '@antiphon/contract/errors';
import type { CallId, WorkspaceUid } from '@antiphon/contract/ids';
import { chooseLanguage } from '@antiphon/contract/visitor-texts';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { endCall } from '../calls/end-call.ts';
import { openCall } from '../calls/open-call.ts';
import { reopenCall } from '../calls/reopen-call.ts';
import type { CallHolder } from '../calls/take-call.ts';
import { startConversation } from '../conversations/start-conversation.ts';
import { type CalledNumber, isOwnNumber } from '../phone-numbers/find-called.ts';
import type { CallAnswer, IncomingCall, RelayEnd, Telephony } from '../phone-numbers/telephony.ports.ts';
import { findOpening } from '../schedules/people-hours.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { closedIn } from './phone-words.rules.ts';
import { GOES_ON } from './relay-leg.ts';

export type PhoneCallDeps = {
  database: Database;
  live: LiveConversations;
  log: Logger;
  telephony: Telephony;
  secretKey: string;
  hookBase: string | null;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  calls: CallHolder;
};

/** Twilio tries again when a process is just going away. */
export const RETRIES = '#rc=5&rp=ct,rt,5xx';
const FORWARD_SECONDS = 25;

const originOf = (hookBase: string) => hookBase.replace(/\/hooks$/, '');
const hookOf = (hookBase: string, { number }: CalledNumber) => `${hookBase}/phone/${number.hookKey}`;

/** Where the relay connects to, as it is signed. */
export const relayUrlOf = (
  hookBase: string,
  { hookKey, vendorCallId, id, secret }: { hookKey: string; vendorCallId: string; id: string; secret: string },
): string => `${originOf(hookBase).replace(/^http/, 'ws')}/relay/${hookKey}/${vendorCallId}/${id}/${secret}`;

/**
 * What is done with somebody who calls a number: its agent answers, within its hours and while there is a line. `isTooOften`: they called too
 * often of late.
 */
export async function answerCall(
  deps: PhoneCallDeps,
  called: CalledNumber,
  call: IncomingCall,
  isTooOften: boolean,
): Promise<CallAnswer> {
  const { scope, number } = called;
  const { agentId } = number;
  if (agentId === null || isTooOften || (await isOwnNumber(deps, scope, call.from))) return { kind: 'busy' };
  try {
    const { isOpen, lang } = await deps.database.transaction(scope, async (tx) => {
      const settings = await getAnsweringSettings(tx, scope, agentId, 'live');
      const opening = await findOpening(tx, scope, number, new Date());
      return { isOpen: opening.isOpen, lang: chooseLanguage(settings, '', '') };
    });
    if (!isOpen) return { kind: 'say', text: number.closedText || closedIn(lang), lang };
    const begun = { agentId, variables: {}, lang: '', isTest: false, isRead: false };
    const { conversationId } = await startConversation(deps, scope, begun);
    const asked = { conversationId, mode: 'relay' as const, channel: 'phone' as const, caller: call.from };
    const { callId, secret } = await openCall(deps, scope, asked);
    return relayAnswer(deps, called, { vendorCallId: call.callId, id: callId, secret, lang });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    deps.log.warn({ code: error.code, phoneNumberId: number.id }, 'phone: a call was not answered');
    return error.code === 'lines_busy' ? overflow(deps, called) : { kind: 'busy' };
  }
}

/** A conversation of the relay is over: it goes on in another process, or the call ends. */
export async function goOn(
  deps: PhoneCallDeps,
  called: CalledNumber,
  { id, end }: { id: CallId; end: RelayEnd },
): Promise<CallAnswer> {
  const { scope, number } = called;
  const isLost =
    end.status === 'failed' || (end.status === 'ended' && end.handoff === JSON.stringify({ reason: GOES_ON }));
  const { agentId } = number;
  const reopened = isLost && end.isOnLine && agentId !== null ? await reopenCall(deps, scope, id) : null;
  if (reopened && agentId !== null) {
    const lang = await deps.database.transaction(scope, async (tx) =>
      chooseLanguage(await getAnsweringSettings(tx, scope, agentId, 'live'), '', ''),
    );
    return relayAnswer(deps, called, { vendorCallId: end.callId, id, secret: reopened.secret, lang });
  }
  await endCall(deps, scope, { id, reason: end.status === 'completed' ? 'caller' : 'lost', lease: null });
  return { kind: 'hangUp' };
}

function overflow({ hookBase }: PhoneCallDeps, called: CalledNumber): CallAnswer {
  const { overflowTo: to, number: from } = called.number;
  if (to === '' || hookBase === null) return { kind: 'busy' };
  return { kind: 'forward', to, from, seconds: FORWARD_SECONDS, actionUrl: `${hookOf(hookBase, called)}?over=forward` };
}

function relayAnswer(
  { hookBase }: PhoneCallDeps,
  called: CalledNumber,
  { lang, ...named }: { vendorCallId: string; id: CallId; secret: string; lang: string },
): CallAnswer {
  if (hookBase === null) return { kind: 'busy' };
  return {
    kind: 'relay',
    socketUrl: relayUrlOf(hookBase, { hookKey: called.number.hookKey, ...named }),
    actionUrl: `${hookOf(hookBase, called)}?call=${named.id}${RETRIES}`,
    ...{ lang, voice: '', hints: [], recordingUrl: null },
  };
}
