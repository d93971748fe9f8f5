import { fail } from '@antiphon/contract/errors';
import { sayFunctionFault } from '@antiphon/contract/function-faults';
import type { FunctionRequest } from '@antiphon/contract/function-parts';
import type { FunctionTrial, HttpFunction, TrialMode } from '@antiphon/contract/functions';
import { type FunctionId, randomText } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type OpenedCall, openCallCredential } from '../call-credentials/use-call-credential.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { type BuiltRequest, buildRequest } from './build-request.rules.ts';
import type { CallAnswer, CallOut } from './functions.ports.ts';
import { getFunction } from './get-function.ts';
import { readInputs } from './read-inputs.rules.ts';
import { readOutputs } from './read-outputs.rules.ts';
import { toolsOn } from './tools-on.ts';

type Trial = { id: FunctionId; mode: TrialMode; values: Readonly<Record<string, unknown>> };

/**
 * Shows what the working copy would send, and with `send` sends it, once: to the real system, with all that follows there. Fails with
 * `invalid_input` where values are missing or not of their kind. What the system answers, or that it does not, is an answer.
 */
export async function tryFunction(
  deps: { database: Database; secretKey: string; callOut: CallOut },
  member: Member,
  { id, mode, values }: Trial,
): Promise<FunctionTrial> {
  demand(member, mode === 'send' ? 'agents.publish' : 'agents.write');
  const { scope } = member;
  const definition = await getFunction(deps, scope, id);
  const read = readInputs(definition.inputs, values);
  const built = read.faults.length > 0 ? null : buildRequest(definition.request, read.values, `try_${randomText(20)}`);
  const faults = built?.fault ? [built.fault] : read.faults;
  if (!built?.request)
    fail('invalid_input', { issues: faults.map(({ input, message }) => ({ path: `values.${input}`, message })) });
  const { request } = built;
  const opened = await openFor(deps, scope, definition.request);
  const shown = { request: toShown(request, opened?.shown), answer: null, failure: null, result: null };
  if (mode === 'preview') return shown;
  await demandTool(deps, scope, definition);
  await deps.database.transaction(scope, (tx) => {
    const details = { name: definition.name, origin: definition.request.origin };
    return recordAudit(tx, scope, { actor: actorOf(member), action: 'function.try', target: id, details });
  });
  const begun = performance.now();
  const timeoutMs = definition.request.timeoutSeconds * 1_000;
  const headers = { ...request.headers, ...(opened ? { [opened.header.name]: opened.header.value } : {}) };
  const tool = definition.tool ? { tool: definition.tool.name } : {};
  const outcome = await deps.callOut.call({ ...request, headers, timeoutMs, ...tool });
  const ms = Math.round(performance.now() - begun);
  if (!outcome.answer) return { ...shown, failure: { ...outcome.failure, ms } };
  const answer = opened ? hidden(outcome.answer, opened) : outcome.answer;
  const result = readOutputs(definition.response, { ...answer, isWhole: answer.end === 'whole' });
  return { ...shown, answer: { ...toShownAnswer(answer), ms }, result };
}

async function demandTool(deps: { database: Database }, scope: Scope, { name, tool }: HttpFunction) {
  const isOn = await deps.database.transaction(scope, (tx) => toolsOn(tx, scope, [tool]));
  if (!isOn(tool)) fail('conflict', { message: sayFunctionFault('boundOff', { name }) });
}

/** Some systems repeat what they were sent. */
const hidden = (answer: CallAnswer, { hide }: OpenedCall): CallAnswer => ({
  ...answer,
  text: hide(answer.text),
  contentType: hide(answer.contentType),
});

/** Null where none is named; fails where it may not be used, or not any more. */
async function openFor(
  deps: { database: Database; secretKey: string },
  scope: Scope,
  { credentialId, origin }: FunctionRequest,
): Promise<OpenedCall | null> {
  if (credentialId === null) return null;
  const message = sayFunctionFault('credentialRefused', { origin });
  return (await openCallCredential(deps, scope, { credentialId, origin })) ?? fail('credential_failed', { message });
}

const toShown = ({ method, url, headers, body }: BuiltRequest, secret?: { name: string; value: string }) => ({
  ...{ method, url, body },
  headers: [
    ...Object.entries(headers)
      .filter(([name]) => name !== secret?.name)
      .map(([name, value]) => ({ name, value })),
    ...(secret ? [secret] : []),
  ],
});

const toShownAnswer = ({ status, contentType, text, end }: CallAnswer) => ({
  ...{ status, contentType, end },
  text: firstBytes(text, limits.functionAnswerBytesShown),
});

/** Without a part of a character at its end. */
function firstBytes(text: string, bytes: number): string {
  const all = new TextEncoder().encode(text);
  return all.length <= bytes ? text : new TextDecoder().decode(all.subarray(0, bytes)).replace(/\uFFFD+$/, '');
}
