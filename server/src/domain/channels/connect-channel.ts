import { type ChannelFault, sayChannelFault } from '@antiphon/contract/channel-faults';
import { type ChannelProvider, companyOf } from '@antiphon/contract/channel-names';
import type { ChannelConnection } from '@antiphon/contract/channels';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, newChannelConnectionId, newHookKey } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emit } from '../events/emit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { AccountRefused, type ChannelAccount, type ChannelIdentity, type Channels } from './channels.ports.ts';
import {
  type ConnectionRow,
  endPoll,
  findConnected,
  insertConnection,
  listOfAccount,
  removeConnection,
  removeSimulated,
  updateConnection,
} from './channels.queries.ts';
import { hookUrlOf, NO_FEED, toConnection, verifyTokenOf } from './channels.rules.ts';
import { sealSecrets } from './open-account.ts';

export type ConnectDeps = { database: Database; secretKey: string; channels: Channels; hookBase: string | null };

/** `fields`: how the input calls the parts of the account, so that what is wrong is said where it was written. */
export type Connecting = {
  provider: ChannelProvider;
  agentId: AgentId;
  account: ChannelAccount;
  takesOver: boolean;
  fields: Partial<Record<keyof ChannelAccount, string>>;
  /** What is said of a token that is refused. */
  onRefused: ChannelFault;
};

/**
 * Makes a bot, page or number answer for an agent, or gives one that is connected a new token. `hookBase` null: nobody can call us; then
 * what people write is asked for where the provider can be asked, and fails with `invalid_input` elsewhere, as it does for an account
 * that the provider does not know. Fails with `conflict` where somebody else is called and `takesOver` does not say that this ends.
 */
export async function connectChannel(deps: ConnectDeps, member: Member, input: Connecting): Promise<ChannelConnection> {
  demand(member, 'agents.publish');
  const { database, secretKey, hookBase } = deps;
  const { scope } = member;
  const { provider, agentId, takesOver } = input;
  const channel = deps.channels[provider];
  await database.transaction(scope, (tx) => getAgentSettings(tx, scope, agentId));
  if (hookBase === null && !channel.pull && !channel.follow) refuse(input, 'noAddress', 'token');
  const identity = await asked(input, () => channel.identify(input.account));
  const { externalId, name, handle } = identity;
  const account = { ...input.account, externalId, accountId: identity.accountId ?? input.account.accountId };
  const { earlier, called } = await database.transaction(scope, async (tx) => {
    const found = await findConnected(tx, scope, { provider, externalId });
    const others = channel.sharesHook ? await listOfAccount(tx, scope, { provider, accountId: account.accountId }) : [];
    return { earlier: found, called: found ? [found, ...others] : others };
  });
  if (!takesOver) demandFree(identity, { earlier, called, agentId, hookBase });
  const id = earlier?.id ?? newChannelConnectionId();
  const hookKey = earlier?.hookKey ?? newHookKey();
  // Stored before the provider is told, so that its first call finds its signature here.
  const stored = database.transaction(scope, async (tx) => {
    const change = {
      agentId,
      name,
      handle,
      accountId: account.accountId,
      sealed: sealSecrets(secretKey, scope, id, { token: account.token, hookSecret: account.hookSecret }),
      pollOffset: hookBase === null || channel.follow ? (earlier?.pollOffset ?? 0) : null,
      feed: channel.follow ? (earlier?.feed ?? NO_FEED) : null,
      answersMentions: channel.hasServers ? (earlier?.answersMentions ?? false) : null,
      state: earlier?.lastInAt ? ('connected' as const) : ('waiting' as const),
      problem: '',
      quietUntil: null,
    };
    const made = earlier
      ? await updateConnection(tx, scope, id, change)
      : await insertConnection(tx, scope, { id, provider, externalId, hookKey, ...change });
    if (!made) return channel.follow ? refuse(input, 'answersElsewhere', 'token', { name }) : fail('conflict');
    // With the new token.
    if (earlier?.feed) await endPoll(tx, scope, id);
    await emit(tx, scope, { type: 'channel_opened', payload: { connectionId: id } });
    const details = { provider, handle, agentId };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'channel.connect', target: id, details });
    return made;
  });
  const row = await stored.catch((error) => {
    if (isUniqueViolation(error)) return refuse(input, 'answersElsewhere', 'token', { name });
    throw error;
  });
  try {
    if (hookBase === null) await channel.leave(account);
    else await channel.listen(account, { url: hookUrlOf(hookBase, row), verifyToken: verifyTokenOf(row) });
  } catch (error) {
    await database.transaction(scope, (tx) => undo(tx, scope, { id, earlier }));
    await asked(input, () => Promise.reject(error));
  }
  await database.transaction(scope, (tx) => takePlace(tx, member, { agentId, provider }));
  return toConnection(row, 0);
}

/** What the agent only tried there is over: the real one is there. */
async function takePlace(tx: Tx, member: Member, named: Pick<Connecting, 'agentId' | 'provider'>) {
  for (const { id, provider, handle } of await removeSimulated(tx, member.scope, named)) {
    const details = { provider, handle, isSimulated: true };
    await recordAudit(tx, member.scope, { actor: actorOf(member), action: 'channel.remove', target: id, details });
  }
}

/** Nothing is connected that its provider was not told of; one that was connected before goes on as it was. */
async function undo(tx: Tx, scope: Scope, { id, earlier }: { id: ConnectionRow['id']; earlier: ConnectionRow | null }) {
  if (!earlier) return removeConnection(tx, scope, id);
  const { agentId, name, handle, accountId, sealed, pollOffset, feed, state, problem } = earlier;
  const was = { agentId, name, handle, accountId, sealed, pollOffset, feed, state, problem };
  return updateConnection(tx, scope, id, was);
}

function demandFree(
  identity: ChannelIdentity,
  here: { earlier: ConnectionRow | null; called: ConnectionRow[]; agentId: AgentId; hookBase: string | null },
) {
  const { earlier, called, agentId, hookBase } = here;
  const { name, hookUrl } = identity;
  const host = URL.parse(hookUrl)?.host ?? '';
  if (earlier && earlier.agentId !== agentId)
    fail('conflict', { message: sayChannelFault('answersForAgent', { name }) });
  const isOurs = called.some((one) => hookUrl === hookUrlOf(hookBase, one));
  if (host !== '' && !isOurs) fail('conflict', { message: sayChannelFault('answersFor', { name, host }) });
}

/** What a provider says of an account, as somebody reads it who has just typed it. */
async function asked<Answer>(input: Connecting, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AccountRefused) return refuse(input, error.fault, error.field);
    if (!(error instanceof VendorFailure)) throw error;
    if (error.kind === 'unauthorized') return refuse(input, input.onRefused, 'token');
    return refuse(input, error.canRetry ? 'unreachable' : 'said', 'token', { words: error.message });
  }
}

function refuse(
  { provider, fields }: Connecting,
  fault: ChannelFault,
  field: keyof ChannelAccount,
  values: Record<string, string> = {},
): never {
  const message = sayChannelFault(fault, { channel: companyOf(provider), ...values });
  return fail('invalid_input', { message, issues: [{ path: fields[field] ?? 'token', message }] });
}
