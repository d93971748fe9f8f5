import type { CallId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { endCall } from '../calls/end-call.ts';
import { partCall, RING_SECONDS, ringFor } from '../calls/part-call.ts';
import { type CalledNumber, targetOf } from '../phone-numbers/find-called.ts';
import type { CallAnswer } from '../phone-numbers/telephony.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { hookOf, RETRIES } from './phone-hooks.rules.ts';

type Deps = { database: Database; live: LiveConversations; hookBase: string | null };

/**
 * Whoever called is put through to whom the settings of their number name now; what was said in the call, by them or by a model, says when
 * and never to whom. Null where there is nobody, or the call is over.
 */
export async function putThrough(
  { hookBase, ...deps }: Deps,
  { scope, number }: CalledNumber,
  { id, relaySeconds }: { id: CallId; relaySeconds: number },
): Promise<CallAnswer | null> {
  await partCall(deps, scope, { id, lease: null, relaySeconds });
  const to = targetOf(number);
  if (to === null || hookBase === null || !(await ringFor(deps, scope, { id, to }))) return null;
  const hook = hookOf(hookBase, number);
  return {
    ...{ kind: 'forward', to, from: number.number, seconds: RING_SECONDS },
    actionUrl: `${hook}?rung=${id}${RETRIES}`,
    answeredUrl: `${hook}?taken=${id}${RETRIES}`,
  };
}

/** Somebody has answered: the call with the agent is over, and gives its line back. */
export async function noteTaken(deps: Deps, { scope }: CalledNumber, id: CallId): Promise<void> {
  await endCall(deps, scope, { id, reason: 'transferred', lease: null });
}
