import { createHash } from 'node:crypto';
import { CHANNEL_NAMES, type ChannelProvider } from '@antiphon/contract/channel-names';
import type { ChannelConnection } from '@antiphon/contract/channels';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, newChannelConnectionId, newHookKey, newHookSecret } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { findConnected, insertConnection } from './channels.queries.ts';
import { toConnection } from './channels.rules.ts';
import { sealSecrets } from './open-account.ts';

/**
 * Connects a phone of ours in place of a bot, page or number: nobody outside is asked. One an agent and provider, with an id that follows from
 * both, so that asking twice makes one.
 */
export async function connectSimulated(
  { database, secretKey }: { database: Database; secretKey: string },
  member: Member,
  { agentId, provider }: { agentId: AgentId; provider: ChannelProvider },
): Promise<ChannelConnection> {
  demand(member, 'agents.publish');
  const { scope } = member;
  return database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    const { externalId, accountId, handle } = namesOf(provider, agentId);
    const earlier = await findConnected(tx, scope, { provider, externalId });
    if (earlier) return toConnection(earlier, 0);
    const id = newChannelConnectionId();
    // Of an account of Twilio's the token signs too.
    const token = newHookSecret();
    const hookSecret = provider === 'sms' ? token : newHookSecret();
    const made = await insertConnection(tx, scope, {
      ...{ id, agentId, provider, externalId, accountId, handle, name: CHANNEL_NAMES[provider] },
      sealed: sealSecrets(secretKey, scope, id, { token, hookSecret }),
      hookKey: newHookKey(),
      state: 'waiting',
      isSimulated: true,
    });
    if (!made) return fail('conflict');
    const details = { provider, handle, agentId, isSimulated: true };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'channel.connect', target: id, details });
    return toConnection(made, 0);
  });
}

/** As the provider would name them; of nobody. */
function namesOf(provider: ChannelProvider, agentId: AgentId) {
  const hash = createHash('sha256').update(`simulated\n${provider}\n${agentId}`).digest('hex');
  const digits = BigInt(`0x${hash}`).toString().slice(0, 15);
  if (provider === 'sms')
    return { externalId: `+1555${digits.slice(0, 11)}`, accountId: `AC${hash.slice(0, 32)}`, handle: '+15550100100' };
  const handle = provider === 'whatsapp' ? '+1 555 010 0100' : 'simulated';
  return { externalId: `9${digits}`, accountId: `8${digits}`, handle };
}
