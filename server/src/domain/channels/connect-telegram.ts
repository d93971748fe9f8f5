import type { ChannelConnection } from '@antiphon/contract/channels';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, newChannelConnectionId, newHookKey, newHookSecret } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { sealChannel } from './channel-secrets.ts';
import { wakeThreads } from './channel-threads.queries.ts';
import type { ChannelIdentity, ChannelSecrets, Channels } from './channels.ports.ts';
import {
  type ConnectionRow,
  findConnected,
  insertConnection,
  removeConnection,
  updateConnection,
} from './channels.queries.ts';
import { hookUrlOf, toConnection } from './channels.rules.ts';

export type ConnectDeps = { database: Database; secretKey: string; channels: Channels; hookBase: string | null };
type Input = { agentId: AgentId; token: string; takesOver: boolean };

const PROVIDER = 'telegram';

/**
 * Makes a bot answer for an agent, or gives one that is connected a new token. `hookBase` null: nobody can call us, and what people
 * write is asked for. Fails with `invalid_input` for a token that Telegram does not know, and with `conflict` where somebody else is called
 * for the bot and `takesOver` does not say that this ends.
 */
export async function connectTelegram(deps: ConnectDeps, member: Member, input: Input): Promise<ChannelConnection> {
  demand(member, 'agents.publish');
  const { database, secretKey, hookBase } = deps;
  const { scope } = member;
  const { agentId, token, takesOver } = input;
  const telegram = deps.channels[PROVIDER];
  await database.transaction(scope, (tx) => getAgentSettings(tx, scope, agentId));
  const identity = await asked(() => telegram.identify({ token }));
  const earlier = await database.transaction(scope, (tx) =>
    findConnected(tx, scope, { provider: PROVIDER, externalId: identity.externalId }),
  );
  if (!takesOver) demandFree(identity, { earlier, agentId, hookBase });
  const id = earlier?.id ?? newChannelConnectionId();
  const hookKey = earlier?.hookKey ?? newHookKey();
  const secrets: ChannelSecrets = { token, hookSecret: newHookSecret() };
  // Stored before the provider is told, so that its first call finds its signature here.
  const row = await database.transaction(scope, async (tx) => {
    const change = {
      agentId,
      name: identity.name,
      handle: identity.handle,
      sealed: sealChannel(secretKey, scope, id, secrets),
      pollOffset: hookBase === null ? (earlier?.pollOffset ?? 0) : null,
      state: earlier?.lastInAt ? ('connected' as const) : ('waiting' as const),
      problem: '',
      quietUntil: null,
    };
    const made = earlier
      ? await updateConnection(tx, scope, id, change)
      : await insertConnection(tx, scope, {
          id,
          provider: PROVIDER,
          externalId: identity.externalId,
          hookKey,
          ...change,
        });
    if (!made) fail('conflict');
    await wakeThreads(tx, scope, id);
    const details = { provider: PROVIDER, handle: identity.handle, agentId };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'channel.connect', target: id, details });
    return made;
  });
  try {
    if (hookBase === null) await telegram.leave(secrets);
    else await telegram.listen(secrets, hookUrlOf(hookBase, { provider: PROVIDER, hookKey }));
  } catch (error) {
    await database.transaction(scope, (tx) => undo(tx, scope, { id, earlier }));
    await asked(() => Promise.reject(error));
  }
  return toConnection(row, 0);
}

/** Nothing is connected that its provider was not told of; one that was connected before goes on as it was. */
async function undo(tx: Tx, scope: Scope, { id, earlier }: { id: ConnectionRow['id']; earlier: ConnectionRow | null }) {
  if (!earlier) return removeConnection(tx, scope, id);
  const { agentId, name, handle, sealed, pollOffset, state, problem } = earlier;
  return updateConnection(tx, scope, id, { agentId, name, handle, sealed, pollOffset, state, problem });
}

function demandFree(
  identity: ChannelIdentity,
  here: { earlier: ConnectionRow | null; agentId: AgentId; hookBase: string | null },
) {
  const { earlier, agentId, hookBase } = here;
  const { name, hookUrl } = identity;
  const host = URL.parse(hookUrl)?.host ?? '';
  if (earlier && earlier.agentId !== agentId)
    fail('conflict', { message: `${name} answers for another agent of this workspace. Take over?` });
  const isOurs = earlier !== null && hookUrl === hookUrlOf(hookBase, earlier);
  if (host !== '' && !isOurs) fail('conflict', { message: `${name} answers for ${host}. Take over?` });
}

/** What a provider says of a token, as somebody reads it who has just pasted it. */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    const message = error.canRetry
      ? 'Telegram does not answer at the moment. Please try again.'
      : error.kind === 'unauthorized'
        ? 'Telegram does not know this token. Copy it again from @BotFather.'
        : `Telegram said: ${error.message}`;
    return fail('invalid_input', { message, issues: [{ path: 'token', message }] });
  }
}
