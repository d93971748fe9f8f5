import { Failure } from '@antiphon/contract/errors';
import { chooseLanguage } from '@antiphon/contract/visitor-texts';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { endCall } from '../calls/end-call.ts';
import { openCall } from '../calls/open-call.ts';
import { startConversation } from '../conversations/start-conversation.ts';
import { linkLead } from '../lead-capture/link-lead.ts';
import { relayAnswer } from '../phone-calls/answer-call.ts';
import type { DialedCalls } from '../phone-calls/dialed-calls.ports.ts';
import type { CalledNumber } from '../phone-numbers/find-called.ts';
import { phoneHookOf } from '../phone-numbers/phone-numbers.rules.ts';
import type { CallAnswer, DialEnd, IncomingCall, Telephony } from '../phone-numbers/telephony.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { type AttemptRow, findAttempt, findRun, setAttempt } from './campaign-runs.queries.ts';
import { finishAttempt } from './finish-attempt.ts';
import { openingOf } from './opening.rules.ts';
import type { TryOutcome } from './outcome.rules.ts';

type Deps = {
  database: Database;
  live: LiveConversations;
  telephony: Telephony;
  hookBase: string | null;
  log: Logger;
};

const HANG_UP: CallAnswer = { kind: 'hangUp' };

/** What becomes of calls of campaigns, as their provider tells it. */
export function makeDialedCalls(deps: Deps): DialedCalls {
  const { database, telephony, hookBase } = deps;
  const find = (scope: Scope, id: AttemptRow['id']) => database.transaction(scope, (tx) => findAttempt(tx, scope, id));
  return {
    async answer(called, id, call) {
      const { scope } = called;
      const attempt = await database.transaction(scope, (tx) =>
        setAttempt(tx, scope, id, ['begun', 'taken', 'unsure'], {
          ...{ state: 'live', isAnswered: true, vendorId: call.callId },
        }),
      );
      if (!attempt || attempt.address !== call.to) return HANG_UP;
      try {
        return await connect(deps, called, attempt, call);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        deps.log.warn({ code: error.code, callId: id }, 'campaign: who answered could not be spoken to');
        await finishAttempt(deps, scope, id, { outcome: 'failed', problem: error.message.slice(0, 300) });
        return HANG_UP;
      }
    },
    async machine({ scope, number, account }, id) {
      const attempt = await database.transaction(scope, (tx) =>
        setAttempt(tx, scope, id, ['begun', 'taken', 'unsure', 'live'], { isMachine: true }),
      );
      if (!attempt?.vendorId || hookBase === null) return;
      await endCall(deps, scope, { id, reason: 'agent', lease: null });
      const campaign = await database.transaction(scope, (tx) => findRun(tx, scope, attempt.campaignId));
      const { vendorId } = attempt;
      if ((campaign?.machineText ?? '') === '') await telephony.hangUp(account, vendorId);
      else await telephony.redirect(account, vendorId, `${phoneHookOf(hookBase, number)}?message=${id}`);
    },
    async message({ scope, number }, id) {
      const attempt = await find(scope, id);
      if (!attempt?.isMachine || attempt.endedAt !== null) return HANG_UP;
      return database.transaction(scope, async (tx) => {
        const text = (await findRun(tx, scope, attempt.campaignId))?.machineText ?? '';
        const settings = number.agentId && (await getAnsweringSettings(tx, scope, attempt.agentId, 'live'));
        return text === ''
          ? HANG_UP
          : { kind: 'say' as const, text, lang: settings ? chooseLanguage(settings, '', '') : '' };
      });
    },
    async end({ scope }, id, end) {
      const attempt = await find(scope, id);
      if (!attempt) return;
      // Their hanging up is told to us twice, and this one may come first.
      if (attempt.isAnswered) await endCall(deps, scope, { id, reason: 'caller', lease: null });
      await finishAttempt(deps, scope, id, { outcome: outcomeOf(attempt, end), problem: end.problem });
    },
  };
}

function outcomeOf({ isAnswered, isMachine }: AttemptRow, { became }: DialEnd): TryOutcome {
  if (isMachine) return 'machine';
  if (isAnswered) return 'reached';
  return became === 'failed' ? 'failed' : 'no_answer';
}

/** A call as any other from here on, in a conversation with the lead. */
async function connect(deps: Deps, called: CalledNumber, attempt: AttemptRow, call: IncomingCall): Promise<CallAnswer> {
  const { database } = deps;
  const { scope } = called;
  const { id, agentId, leadId, campaignId } = attempt;
  const { text, lang } = await database.transaction(scope, async (tx) => {
    const settings = await getAnsweringSettings(tx, scope, agentId, 'live');
    const campaign = await findRun(tx, scope, campaignId);
    return { text: campaign?.text ?? '', lang: chooseLanguage(settings, '', '') };
  });
  const opening = openingOf(text, lang);
  const begun = { agentId, variables: {}, lang: '', isTest: false, isRead: false, opening };
  const { conversationId } = await startConversation(deps, scope, begun, async (tx, made) => {
    await linkLead(tx, scope, leadId, made.id);
    await setAttempt(tx, scope, id, ['live'], { conversationId: made.id });
  });
  const dialed = { id, opening };
  const ours = { mode: 'relay' as const, channel: 'phone' as const, phoneNumberId: called.number.id };
  const asked = { conversationId, caller: attempt.address, dialed, ...ours };
  const { secret } = await openCall(deps, scope, asked);
  return relayAnswer(deps, called, { vendorCallId: call.callId, id, secret, lang });
}
