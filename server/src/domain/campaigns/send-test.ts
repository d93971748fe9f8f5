import { CAMPAIGN_TESTS_MAX, isMessageKind } from '@antiphon/contract/campaign-words';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, CampaignId } from '@antiphon/contract/ids';
import { smsLength } from '@antiphon/contract/sms-text';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { fromCredits, MICRO } from '../billing/credits.rules.ts';
import { holdTurn } from '../billing/hold-turn.ts';
import { settleTurn } from '../billing/settle-turn.ts';
import { hasWritten } from '../channel-threads/reach.ts';
import { type Channels, SendUnsure } from '../channels/channels.ports.ts';
import { isOpen } from '../channels/channels.rules.ts';
import { openAccount } from '../channels/open-account.ts';
import { getConnection } from '../channels/use-connection.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { demandCampaignWrite } from './campaigns.policy.ts';
import { findCampaignRow } from './campaigns.queries.ts';
import { readOptOutLine } from './list-campaigns.ts';
import { partFor, threadOf } from './message-part.ts';
import { demandFilled } from './start-campaign.ts';

type Deps = { database: Database; channels: Channels; secretKey: string };
/** Who gets a test may be no lead. */
const SAMPLE_NAME = 'Alex';

type Asked = { agentId: AgentId; campaignId: CampaignId; number: string };

/**
 * The message as everybody will get it, to somebody who wrote to the agent: nobody is surprised by it. Costs what each costs.
 * So many a day, and each has its place in the ledger: the write that pays for it takes it.
 */
export async function sendTest(deps: Deps, member: Member, asked: Asked, now = new Date()): Promise<void> {
  demandCampaignWrite(member);
  const { database, channels, secretKey } = deps;
  const { scope } = member;
  const { agentId, campaignId } = asked;
  const { part, thread, connection, monthlyLimitMicro } = await findTest(deps, member, asked);
  const turn = await database.transaction(scope, async (tx) => {
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'campaign.test', target: campaignId });
    return holdPlace(tx, scope, { agentId, monthlyLimitMicro, now });
  });
  const settle = (amountMicro: bigint) =>
    database.transaction(scope, (tx) =>
      settleTurn(tx, scope, { ...turn, amountMicro, conversationId: null, featureKey: 'campaign_message' }),
    );
  try {
    const account = openAccount(secretKey, scope, connection);
    const to = { thread, part, file: null, ref: turn.turnId, hookUrl: null };
    await channels[connection.provider].send(account, to);
    await settle(MICRO);
  } catch (error) {
    // It may be on its way: whoever asked for it sees whether it comes.
    if (error instanceof SendUnsure) return void (await settle(MICRO));
    await settle(0n);
    if (!(error instanceof VendorFailure)) throw error;
    refuse(error.message);
  }
}

/** The first of the day that is free. */
async function holdPlace(
  tx: Tx,
  scope: Scope,
  { agentId, monthlyLimitMicro, now }: { agentId: AgentId; monthlyLimitMicro: bigint | null; now: Date },
) {
  const day = now.toISOString().slice(0, 10);
  for (let place = 1; place <= CAMPAIGN_TESTS_MAX; place += 1) {
    const turn = { turnId: `campaign-test:${agentId}:${day}:${place}`, agentId };
    const outcome = await holdTurn(tx, scope, { ...turn, amountMicro: MICRO, monthlyLimitMicro, now });
    if (outcome === 'new') return turn;
    if (outcome === 'no_credits' || outcome === 'spend_limit') fail('no_credits');
  }
  return fail('rate_limited', { message: `An agent sends ${CAMPAIGN_TESTS_MAX} tests a day. Try again tomorrow.` });
}

async function findTest({ database }: Deps, { scope }: Member, { agentId, campaignId, number }: Asked) {
  return database.transaction(scope, async (tx) => {
    const campaign = (await findCampaignRow(tx, scope, agentId, campaignId)) ?? fail('not_found');
    const { kind, connectionId, text: written } = campaign;
    const settings = await getAnsweringSettings(tx, scope, agentId, 'draft');
    const connection = connectionId && (await getConnection(tx, scope, connectionId));
    if (!isMessageKind(kind) || !connection || connection.isSimulated || !isOpen(connection.state))
      return fail('conflict', { message: 'Choose the number first.' });
    if (kind === 'whatsapp') demandFilled(campaign.template);
    else if (written === '') return fail('conflict', { message: 'Write the message first.' });
    const optOutLine = campaign.optOutLine || (await readOptOutLine(tx, scope, agentId));
    const part = partFor({ ...campaign, optOutLine }, { name: SAMPLE_NAME });
    if (part.kind === 'text' && smsLength(part.text) > 1_600)
      return fail('conflict', { message: 'This message is too long. Shorten it first.' });
    const thread = threadOf(kind, number);
    if (!(await hasWritten(tx, scope, { connectionId: connection.id, thread })))
      return refuse(
        'This number has not written to the agent yet. Write to it first, from the phone that is to get the test.',
      );
    const { monthlyCredits } = settings.limits;
    return {
      part,
      thread,
      connection,
      monthlyLimitMicro: monthlyCredits === null ? null : fromCredits(monthlyCredits),
    };
  });
}

const refuse = (message: string): never => fail('invalid_input', { message, issues: [{ path: 'number', message }] });
