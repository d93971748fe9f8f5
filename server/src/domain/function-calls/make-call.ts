import type { CallFault } from '@antiphon/contract/function-calls';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { FunctionCallId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { openCallCredential } from '../call-credentials/use-call-credential.ts';
import { lockForTelling, storeEvents, storeWords } from '../conversations/tell-in-conversation.ts';
import { wakeFlow } from '../flows/keep-flow.ts';
import { buildRequest } from '../functions/build-request.rules.ts';
import { findRevisions } from '../functions/find-revisions.ts';
import type { CallOut } from '../functions/functions.ports.ts';
import { readInputs } from '../functions/read-inputs.rules.ts';
import { readOutputs } from '../functions/read-outputs.rules.ts';
import { toolsOn } from '../functions/tools-on.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { receiptOf } from './call-words.rules.ts';
import { type CallRow, findCall, findTestAnswers, noteReceipt, settleRow } from './function-calls.queries.ts';
import { type CallEnd, endOf, endOfTest, endWithout, triesOf } from './function-calls.rules.ts';

export type CallDeps = { database: Database; live: LiveConversations; secretKey: string; callOut: CallOut };

export type HeldCall = {
  id: FunctionCallId;
  lease: Lease;
  /** Another worker began to send it. */
  isTakenOver: boolean;
};

/**
 * Makes a call whose row is there, and writes what came of it. An effect that another worker began to send is not sent again, unless
 * the other system keeps apart what it was sent under one key. In a test of the agent nothing is sent. Null where the row is gone, or another's by now.
 */
export async function makeCall(
  deps: CallDeps,
  scope: Scope,
  held: HeldCall,
  signal: AbortSignal,
): Promise<CallRow | null> {
  const { call, test } = await deps.database.transaction(scope, async (tx) => {
    const row = await findCall(tx, scope, held.id);
    return { call: row, test: row && (await findTestAnswers(tx, scope, row.conversationId)) };
  });
  if (call?.status !== 'running') return null;
  const [known] = await findRevisions(deps, scope, [call]);
  const begun = performance.now();
  const sending = known && { call, definition: known.definition, held, signal };
  const end = !sending ? GONE : test ? endOfTest(test, call.name) : await send(deps, scope, sending);
  // It may be repeated, and another does so.
  if (signal.aborted && call.kind === 'read') return null;
  const ms = Math.round(performance.now() - begun);
  return settle(deps, scope, { call, held, end, ms }, known?.definition ?? null);
}

const GONE: CallEnd = { status: 'failed', fault: 'gone', outputs: null };

type Sending = { call: CallRow; definition: FunctionDefinition; held: HeldCall; signal: AbortSignal };

async function send(deps: CallDeps, scope: Scope, { call, definition, held, signal }: Sending): Promise<CallEnd> {
  const { request, inputs, response } = definition;
  const { kind } = call;
  if (held.isTakenOver && triesOf(kind, request.honoursIdempotencyKey) === 1) return endWithout(kind, 'interrupted');
  const { tool } = definition;
  if (tool && !(await deps.database.transaction(scope, (tx) => toolsOn(tx, scope, [tool])))(tool))
    return { status: 'failed', fault: 'tool_changed', outputs: null };
  const { values, faults } = readInputs(inputs, call.args);
  const built = faults.length > 0 ? null : buildRequest(request, values, call.id);
  if (!built?.request) return { status: 'failed', fault: 'input', outputs: null };
  const { credentialId, origin } = request;
  const opened = credentialId === null ? null : await openCallCredential(deps, scope, { credentialId, origin });
  if (credentialId !== null && !opened) return { status: 'failed', fault: 'credential', outputs: null };
  const headers = { ...built.request.headers, ...(opened ? { [opened.header.name]: opened.header.value } : {}) };
  const timeoutMs = request.timeoutSeconds * 1_000;
  const sending = { ...built.request, headers, timeoutMs, signal, ...(tool ? { tool: tool.name } : {}) };
  let fault: CallFault = 'unsent';
  for (let left = triesOf(kind, request.honoursIdempotencyKey); left > 0 && !signal.aborted; left--) {
    const { answer, failure } = await deps.callOut.call(sending);
    if (answer) {
      const text = opened ? opened.hide(answer.text) : answer.text;
      const read = readOutputs(response, { ...answer, text, isWhole: answer.end === 'whole' });
      return endOf(kind, answer.status, read);
    }
    fault = fault === 'unanswered' ? fault : failure.reason;
    if (failure.reason === 'forbidden') break;
  }
  return endWithout(kind, fault);
}

/** The visitor is told what became of an effect; of a read, whoever asked for it. */
async function settle(
  deps: CallDeps,
  scope: Scope,
  { call, held, end, ms }: { call: CallRow; held: HeldCall; end: CallEnd; ms: number },
  definition: FunctionDefinition | null,
): Promise<CallRow | null> {
  const { status } = end;
  if (call.kind === 'read') return deps.database.transaction(scope, (tx) => settleRow(tx, scope, held, { ...end, ms }));
  const settled = await deps.database.transaction(scope, async (tx) => {
    const conversation = await lockForTelling(tx, scope, call.conversationId);
    const row = conversation && (await settleRow(tx, scope, held, { ...end, ms }));
    if (!row) return null;
    const ended = { status, args: row.args, outputs: row.outputs };
    const receipt = receiptOf(definition ?? { ...NAMELESS, name: row.name }, ended, conversation.lang);
    // Nobody but a person finds out what became of it.
    const said = await storeWords(tx, scope, conversation, { text: receipt, offersPerson: status === 'unknown' });
    const messageId = said.message.id;
    await noteReceipt(tx, scope, row.id, messageId);
    await wakeFlow(tx, scope, call.conversationId);
    const data = { callId: row.id, status, receipt, messageId, at: row.changedAt.toISOString() };
    return { row, events: await storeEvents(tx, scope, conversation, [said.event, { event: 'action_settled', data }]) };
  });
  if (!settled) return null;
  deps.live.tell(call.conversationId, settled.events);
  return settled.row;
}

/** Of a function that is gone since. */
const NAMELESS: Pick<FunctionDefinition, 'inputs' | 'response' | 'sentences'> = {
  inputs: [],
  response: { outputs: [], success: null },
  sentences: { proposal: '', button: '', waiting: '', success: '', failure: '' },
};
