import { Failure } from '@antiphon/contract/errors';
import type { CallId, WorkspaceUid } from '@antiphon/contract/ids';
import { chooseLanguage } from '@antiphon/contract/visitor-texts';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { beginRecording } from '../call-recordings/begin-recording.ts';
import { endCall } from '../calls/end-call.ts';
import { openCallIn } from '../calls/open-call.ts';
import { RING_SECONDS } from '../calls/part-call.ts';
import { reopenCall } from '../calls/reopen-call.ts';
import type { CallHolder } from '../calls/take-call.ts';
import { startConversation } from '../conversations/start-conversation.ts';
import { type CalledNumber, isOwnNumber } from '../phone-numbers/find-called.ts';
import type { CallAnswer, ForwardEnd, IncomingCall, RelayEnd, Telephony } from '../phone-numbers/telephony.ports.ts';
import { findOpening } from '../schedules/people-hours.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import type { DialedCalls } from './dialed-calls.ports.ts';
import { hookOf, RETRIES } from './phone-hooks.rules.ts';
import { recordedUrlOf } from './phone-recorder.ts';
import { closedIn } from './phone-words.rules.ts';
import { putThrough } from './put-through.ts';
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
  dialedCalls: DialedCalls;
};

const originOf = (hookBase: string) => hookBase.replace(/\/hooks$/, '');

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
    const asked = { mode: 'relay' as const, channel: 'phone' as const, caller: call.from, phoneNumberId: number.id };
    let opened: Awaited<ReturnType<typeof openCallIn>> | undefined;
    const { conversationId } = await startConversation(deps, scope, begun, async (tx, conversation) => {
      opened = await openCallIn(tx, scope, { ...asked, called: call.to, conversationId: conversation.id });
    });
    if (!opened) return { kind: 'busy' };
    const { callId: id, secret, consent, recordingDays: days } = opened;
    const isRecorded = consent === 'announced' && deps.hookBase !== null;
    const at = { days, phoneNumberId: number.id, vendorCallId: call.callId };
    if (isRecorded) await beginRecording(deps, scope, { id, agentId, conversationId }, at);
    return relayAnswer(deps, called, { vendorCallId: call.callId, id, secret, lang, isRecorded });
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
  const { scope } = called;
  const { callId: vendorCallId, seconds: relaySeconds } = end;
  const isAsked = (reason: string) => end.status === 'ended' && end.handoff === JSON.stringify({ reason });
  if (end.isOnLine && isAsked('transferred')) {
    const ring = await putThrough(deps, called, { id, relaySeconds });
    // Whoever is rung up was not asked whether they may be recorded; where nothing is, there is nothing to stop.
    if (ring) await deps.telephony.changeRecording(called.account, vendorCallId, 'stopped').catch(() => {});
    return ring ?? goOnWith(deps, called, { id, vendorCallId });
  }
  if (end.isOnLine && (end.status === 'failed' || isAsked(GOES_ON)))
    return goOnWith(deps, called, { id, vendorCallId, relaySeconds });
  const reason = end.status === 'completed' || !end.isOnLine ? 'caller' : 'lost';
  await endCall(deps, scope, { id, reason, lease: null, relaySeconds });
  return { kind: 'hangUp' };
}

/** Somebody was rung up, and it is over: they have talked, or the agent goes on with whoever called. */
export async function afterRing(
  deps: PhoneCallDeps,
  called: CalledNumber,
  { id, end }: { id: CallId; end: ForwardEnd },
): Promise<CallAnswer> {
  if (!end.isAnswered && end.isOnLine) return goOnWith(deps, called, { id, vendorCallId: end.callId });
  const reason = end.isAnswered ? 'transferred' : 'caller';
  await endCall(deps, called.scope, { id, reason, lease: null });
  return { kind: 'hangUp' };
}

/** The agent, in the same call; the end where that is over, or the number has no agent any more. */
async function goOnWith(
  deps: PhoneCallDeps,
  called: CalledNumber,
  { vendorCallId, ...asked }: { id: CallId; vendorCallId: string; relaySeconds?: number },
): Promise<CallAnswer> {
  const { scope, number } = called;
  const { agentId } = number;
  const reopened = agentId === null ? null : await reopenCall(deps, scope, asked);
  if (!reopened || agentId === null) {
    await endCall(deps, scope, { ...asked, reason: 'lost', lease: null });
    return { kind: 'hangUp' };
  }
  const lang = await deps.database.transaction(scope, async (tx) =>
    chooseLanguage(await getAnsweringSettings(tx, scope, agentId, 'live'), '', ''),
  );
  return relayAnswer(deps, called, { vendorCallId, id: asked.id, secret: reopened.secret, lang });
}

function overflow({ hookBase }: PhoneCallDeps, called: CalledNumber): CallAnswer {
  const { overflowTo: to, number: from } = called.number;
  if (to === '' || hookBase === null) return { kind: 'busy' };
  const actionUrl = `${hookOf(hookBase, called.number)}?over=forward`;
  return { kind: 'forward', to, from, seconds: RING_SECONDS, actionUrl, answeredUrl: null };
}

/** The relay speaks and listens for us in a call, from now on. */
export function relayAnswer(
  { hookBase }: Pick<PhoneCallDeps, 'hookBase'>,
  called: CalledNumber,
  {
    lang,
    isRecorded = false,
    ...named
  }: { vendorCallId: string; id: CallId; secret: string; lang: string; isRecorded?: boolean },
): CallAnswer {
  if (hookBase === null) return { kind: 'busy' };
  return {
    kind: 'relay',
    socketUrl: relayUrlOf(hookBase, { hookKey: called.number.hookKey, ...named }),
    actionUrl: `${hookOf(hookBase, called.number)}?call=${named.id}${RETRIES}`,
    ...{ lang, voice: '', hints: [], recordingUrl: isRecorded ? recordedUrlOf(hookBase, called, named.id) : null },
  };
}
