import type { ChannelConnection } from '@antiphon/contract/channels';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, ChannelConnectionId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emit } from '../events/emit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import {
  type ConnectionRow,
  countWaiting,
  endPoll,
  listOfAccount,
  lockConnection,
  removeConnection,
  updateConnection,
} from './channels.queries.ts';
import { hookUrlOf, isHeard, isOpen, toConnection, verifyTokenOf } from './channels.rules.ts';
import type { ConnectDeps } from './connect-channel.ts';
import { openAccount } from './open-account.ts';

type Named = { agentId: AgentId; connectionId: ChannelConnectionId };

/** Nothing is answered or sent until it is resumed; what people write meanwhile waits. One that is broken cannot be paused. */
export const pauseChannel = (deps: ConnectDeps, member: Member, named: Named): Promise<ChannelConnection> =>
  change(deps, member, named, 'channel.pause', async (tx, row) =>
    isOpen(row.state) ? updateConnection(tx, member.scope, row.id, { state: 'paused' }) : row,
  );

/** What waits is taken and sent. One whose token is refused needs a new token first. */
export const resumeChannel = (deps: ConnectDeps, member: Member, named: Named): Promise<ChannelConnection> =>
  change(deps, member, named, 'channel.resume', async (tx, row) => {
    if (row.state !== 'paused') return row;
    await emit(tx, member.scope, { type: 'channel_opened', payload: { connectionId: row.id } });
    return updateConnection(tx, member.scope, row.id, { state: row.lastInAt ? 'connected' : 'waiting' });
  });

/** Fails with `invalid_input` where the provider has no places with many people. Whoever follows it next knows of it. */
export const updateChannel = (
  deps: ConnectDeps,
  member: Member,
  { answersMentions, ...named }: Named & { answersMentions: boolean },
): Promise<ChannelConnection> =>
  change(deps, member, named, 'channel.update', async (tx, row) => {
    if (row.answersMentions === null) return fail('invalid_input');
    if (row.answersMentions === answersMentions) return row;
    await endPoll(tx, member.scope, row.id);
    return updateConnection(tx, member.scope, row.id, { answersMentions });
  });

async function change(
  deps: ConnectDeps,
  member: Member,
  named: Named,
  action: string,
  make: (tx: Tx, row: ConnectionRow) => Promise<ConnectionRow | null>,
): Promise<ChannelConnection> {
  demand(member, 'agents.publish');
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    const row = await lockNamed(tx, member, named);
    const made = (await make(tx, row)) ?? fail('not_found');
    await recordAudit(tx, scope, { actor: actorOf(member), action, target: row.id });
    return toConnection(made, (await countWaiting(tx, scope, [row.id])).get(row.id) ?? 0);
  });
}

async function lockNamed(tx: Tx, { scope }: Member, { agentId, connectionId }: Named): Promise<ConnectionRow> {
  const row = await lockConnection(tx, scope, connectionId);
  return row?.agentId === agentId ? row : fail('not_found');
}

/** Nobody answers there any more. Conversations stay; what was to be sent is not. The provider may not hear of it: then its calls are refused. */
export async function removeChannel(deps: ConnectDeps & { log: Logger }, member: Member, named: Named): Promise<void> {
  demand(member, 'agents.publish');
  const { scope } = member;
  const { row, other } = await deps.database.transaction(scope, async (tx) => {
    const found = await lockNamed(tx, member, named);
    await removeConnection(tx, scope, found.id);
    const others = deps.channels[found.provider].sharesHook ? await listOfAccount(tx, scope, found) : [];
    const details = { provider: found.provider, handle: found.handle };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'channel.remove', target: found.id, details });
    return { row: found, other: others.find(({ state }) => isOpen(state)) ?? others[0] };
  });
  const channel = deps.channels[row.provider];
  const open = (one: ConnectionRow) => openAccount(deps.secretKey, scope, one);
  try {
    // Before this one goes: what comes for the others meanwhile is lost nowhere.
    if (other) {
      const hook = { url: hookUrlOf(deps.hookBase, other), verifyToken: verifyTokenOf(other) };
      await channel.listen(open(other), hook);
    }
    await channel.leave(open(row), other !== undefined);
  } catch (error) {
    deps.log.warn({ err: error, connectionId: row.id }, 'channel: its provider was not told that it is removed');
  }
}

/** One that was only tried has a token that works again: what waits is sent. */
export async function mendSimulated(tx: Tx, scope: Scope, id: ChannelConnectionId) {
  const row = await lockConnection(tx, scope, id);
  if (!row?.isSimulated || row.state !== 'token_dead') return;
  await updateConnection(tx, scope, id, { state: row.lastInAt ? 'connected' : 'waiting', problem: '' });
  await emit(tx, scope, { type: 'channel_opened', payload: { connectionId: id } });
}

/** The token is refused, or somebody else is called: nothing is answered or sent until it is connected again, and people are told, once. */
export async function breakConnection(
  tx: Tx,
  scope: Scope,
  id: ChannelConnectionId,
  state: 'token_dead' | 'taken_over' = 'token_dead',
) {
  const row = await lockConnection(tx, scope, id);
  if (!row || !isHeard(row.state)) return;
  await updateConnection(tx, scope, id, { state });
  await emit(tx, scope, {
    type: 'channel_failing',
    payload: { agentId: row.agentId, connectionId: id, channel: row.handle },
  });
}
