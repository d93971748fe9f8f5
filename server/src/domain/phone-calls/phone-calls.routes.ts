import { Failure, fail } from '@antiphon/contract/errors';
import type { CallId } from '@antiphon/contract/ids';
import type { OpenRelay } from '../../http/call-sockets.ts';
import type { RequestContext } from '../../http/context.ts';
import { takeRate } from '../../http/procedures.ts';
import { readText } from '../../http/read-body.ts';
import { noteRecording } from '../call-recordings/note-recording.ts';
import { type CalledNumber, findCalled } from '../phone-numbers/find-called.ts';
import type { CallAnswer } from '../phone-numbers/telephony.ports.ts';
import { afterRing, answerCall, goOn, type PhoneCallDeps } from './answer-call.ts';
import { CALL_NAMES, RETRIES } from './phone-hooks.rules.ts';
import { noteTaken } from './put-through.ts';
import { takeRelay } from './take-relay.ts';

const BYTES_MAX = 64 * 1024;
const TRIED_AGAIN = [...CALL_NAMES, 'recorded'];
const CALL_ID = /^\w{8,80}$/;

/**
 * Beside the procedures: what a provider of telephony asks, at an address of its number's own, and signed. An address that is nobody's and a
 * signature that is wrong get one answer, at the cost of a look.
 */
export async function takePhoneHook(
  deps: PhoneCallDeps,
  context: RequestContext,
  request: Request,
  hookKey: string,
): Promise<Response> {
  if (context.agency || request.method !== 'POST' || deps.hookBase === null) fail('unauthorized');
  const called = (await findCalled(deps, hookKey)) ?? fail('unauthorized');
  const { search, searchParams } = new URL(request.url);
  const body = new TextEncoder().encode(await readText(request, BYTES_MAX));
  const hook = {
    // As it was told, with how often it is tried again.
    url: `${deps.hookBase}/phone/${hookKey}${search}${TRIED_AGAIN.some((name) => searchParams.has(name)) ? RETRIES : ''}`,
    headers: Object.fromEntries(context.headers),
    body,
  };
  if (!deps.telephony.verify(hook, called.account)) fail('unauthorized');
  const recorded = searchParams.get('recorded');
  if (recorded !== null) return takeRecorded(deps, called, recorded, body);
  const answer = await answerTo(deps, context, called, searchParams, body);
  const { type, body: markup } = deps.telephony.writeAnswer(answer);
  return new Response(markup, { headers: { 'content-type': type } });
}

async function answerTo(
  deps: PhoneCallDeps,
  context: RequestContext,
  called: CalledNumber,
  named: URLSearchParams,
  body: Uint8Array,
): Promise<CallAnswer> {
  const { telephony } = deps;
  const { number } = called;
  if (named.has('over')) return { kind: 'hangUp' };
  const name = CALL_NAMES.find((one) => named.has(one));
  if (name) return answerOf(deps, called, { name, id: named.get(name) ?? '', body });
  const dialed = DIALED.find((what) => named.has(what));
  if (dialed) return answerDialed(deps, called, dialed, named.get(dialed) ?? '', body);
  const call = telephony.readCall(body);
  if (!call || call.to !== number.number || call.accountId !== number.accountId) fail('unauthorized');
  return answerCall(deps, called, call, await isTooOften(context, `phone-call:${number.id}:${call.from}`));
}

/** About a call that we know. */
async function answerOf(
  deps: PhoneCallDeps,
  called: CalledNumber,
  { name, id: given, body }: { name: (typeof CALL_NAMES)[number]; id: string; body: Uint8Array },
): Promise<CallAnswer> {
  const { telephony } = deps;
  const isOurs = (told: { accountId: string } | null) => told?.accountId === called.number.accountId;
  const id = given as CallId;
  if (!CALL_ID.test(given)) return { kind: 'hangUp' };
  if (name === 'call') {
    const end = telephony.readRelayEnd(body);
    return end && isOurs(end) ? goOn(deps, called, { id, end }) : { kind: 'hangUp' };
  }
  if (name === 'rung') {
    const end = telephony.readForwardEnd(body);
    return end && isOurs(end) ? afterRing(deps, called, { id, end }) : { kind: 'hangUp' };
  }
  const taken = telephony.readForwardAnswer(body);
  if (isOurs(taken) && taken?.isAnswered) await noteTaken(deps, called, id);
  return { kind: 'hangUp' };
}

/** The recording of a call lies at the provider. */
async function takeRecorded(
  deps: PhoneCallDeps,
  { scope, number, account }: CalledNumber,
  id: string,
  body: Uint8Array,
) {
  const end = deps.telephony.readRecordingEnd(body);
  const isRight = end?.accountId === number.accountId && CALL_ID.test(id);
  if (isRight) await noteRecording(deps, scope, account, { callId: id as CallId, end });
  return new Response(null, { status: 204 });
}

const DIALED = ['dialed', 'ended', 'machine', 'message'] as const;

/** Of a call that we made, by the id in the address that its provider was given. */
async function answerDialed(
  { telephony, dialedCalls }: PhoneCallDeps,
  called: CalledNumber,
  what: (typeof DIALED)[number],
  id: string,
  body: Uint8Array,
): Promise<CallAnswer> {
  const { number } = called;
  const over: CallAnswer = { kind: 'hangUp' };
  const isOurs = (told: { accountId: string } | null) => told?.accountId === number.accountId && CALL_ID.test(id);
  if (what === 'ended') {
    const end = telephony.readDialEnd(body);
    if (end && isOurs(end)) await dialedCalls.end(called, id as CallId, end);
    return over;
  }
  if (what === 'machine') {
    const by = telephony.readAnsweredBy(body);
    if (by?.isMachine && isOurs(by)) await dialedCalls.machine(called, id as CallId);
    return over;
  }
  const call = telephony.readCall(body);
  if (!call || !isOurs(call) || call.from !== number.number) return over;
  return what === 'message'
    ? dialedCalls.message(called, id as CallId)
    : dialedCalls.answer(called, id as CallId, call);
}

async function isTooOften(context: RequestContext, key: string): Promise<boolean> {
  try {
    await takeRate(context, [{ key, max: 10, windowSeconds: 3_600 }]);
    return false;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}

/** Of the relay, on the platform's own host. */
export const makeOpenRelay =
  (deps: PhoneCallDeps): OpenRelay =>
  async (context, named) => {
    if (context.agency) fail('not_found');
    return takeRelay(deps, named, Object.fromEntries(context.headers));
  };
