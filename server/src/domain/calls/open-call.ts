import type { CallConsent, CallMode } from '@antiphon/contract/calls';
import { fail } from '@antiphon/contract/errors';
import {
  type AgentId,
  type CallId,
  type ConversationId,
  newCallId,
  newCallSecret,
  type PhoneNumberId,
} from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { copyFor } from '../agents/agents.rules.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { consentFor } from '../call-consent/consent-countries.rules.ts';
import { findConversationAgent } from '../conversations/get-conversation.ts';
import { lockLimit, noteUse } from '../entitlements/lock-limit.ts';
import { countLines, insertCall } from './calls.queries.ts';
import { hashCallSecret } from './calls.rules.ts';
import { chargedOf, holdSlice } from './charge-call.ts';

/** So long whoever asked for a call may take to connect; until then it takes a line. */
const CONNECT_MS = 60_000;

type AskedCall = {
  conversationId: ConversationId;
  mode?: CallMode;
  channel?: 'web' | 'phone';
  caller?: string;
  /** The number of ours that is called. */
  phoneNumberId?: PhoneNumberId | null;
  called?: string;
  /** We called: its line is kept and its first minute held already, under this id. `opening` is what is said first. */
  dialed?: { id: CallId; opening: string } | null;
};
type OpenedCall = { callId: CallId; secret: string; agentId: AgentId; consent: CallConsent; recordingDays: number };

/**
 * Takes a line for a call within a conversation and holds its first minute, in the write. Fails with `voice_off`, `lines_busy`,
 * `no_credits`, `spend_limit_reached`, `agent_not_published` or `not_found`. A test is free.
 */
export const openCall = ({ database }: { database: Database }, scope: Scope, asked: AskedCall): Promise<OpenedCall> =>
  database.transaction(scope, (tx) => openCallIn(tx, scope, asked));

/** The same, in the transaction of whoever begins the conversation: a call that is refused leaves none. */
export async function openCallIn(tx: Tx, scope: Scope, asked: AskedCall): Promise<OpenedCall> {
  const { conversationId, mode = 'browser', channel = 'web', caller = '', called = '' } = asked;
  const { phoneNumberId = null, dialed = null } = asked;
  const id = dialed?.id ?? newCallId();
  const secret = newCallSecret();
  const { agentId, isTest, environment } = await findConversationAgent(tx, scope, conversationId);
  const settings = await getAnsweringSettings(tx, scope, agentId, copyFor({ isTest, environment }));
  if (channel === 'web' && !settings.voice.isEnabled && !isTest) fail('voice_off');
  // Whoever asks beside waits here: the count that follows sees what they took.
  const most = await lockLimit(tx, scope, 'maxConcurrentCalls');
  const lines = await countLines(tx, scope, id);
  if (most !== null && lines >= most) fail('lines_busy');
  const { recording, recordingDays } = settings.voice;
  // Nobody whom we call is asked for two things before they know what for.
  const isRecorded = recording === 'on' && mode !== 'browser' && dialed === null;
  const consent = isRecorded ? consentFor(caller, called) : 'none';
  await insertCall(
    tx,
    {
      ...{ id, workspaceUid: scope.workspaceUid, agentId, conversationId, channel, caller, isTest },
      ...{ consent, consentAt: consent === 'announced' ? new Date() : null },
      ...{ opening: dialed?.opening ?? '', mode, phoneNumberId, secretHash: hashCallSecret(secret) },
    },
    CONNECT_MS,
  );
  await noteUse(tx, scope, 'maxConcurrentCalls', lines + 1);
  const call = chargedOf({ id, agentId, conversationId }, settings);
  if (!isTest && !(await holdSlice(tx, scope, call, 1, new Date()))) fail('no_credits');
  return { callId: id, secret, agentId, consent, recordingDays };
}
