import type { AgentSettings } from '@antiphon/contract/agents';
import { ModelSettings } from '@antiphon/contract/agents';
import { type AgentId, newOrgId, type WorkspaceUid } from '@antiphon/contract/ids';
import { NEW_ORG } from '@antiphon/contract/new-org';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { orgAgents, orgs } from '../../src/db/schema/orgs.ts';
import { callTransfer } from '../../src/domain/billing/billing.queries.ts';
import { fromCredits } from '../../src/domain/billing/credits.rules.ts';
import { getBalance } from '../../src/domain/billing/get-balance.ts';
import {
  addText,
  createAgent,
  getUsage,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  untilRead,
  useModelServer,
} from '../factories/api-factory.ts';
import { inbox, joinAsOperator } from '../factories/takeover-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';

const QUESTION = 'What does an electric bike cost?';
const ours = (settings: AgentSettings): AgentSettings => ({
  ...settings,
  model: ModelSettings.parse({ provider: 'openai', model: 'gpt-4.1' }),
});

describe.each(await openJourneyDatabases())('agents whose credits run out, on $name', async ({ database }) => {
  const host = await startModelServer({ retryAfterSeconds: 0 });
  const api = await startTestApi(database, {
    REGIONS: 'na',
    OUTBOUND_ALLOW: host.hostAndPort,
    OPENAI_API_KEY: 'test-key-0123456789',
    OPENAI_BASE_URL: host.baseURL,
  });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });

  /** A workspace with 750 credits, whose org may pay and has none. */
  async function open(change = ours) {
    const owner = await signUp(api);
    const scope = makeScope(owner.uid as WorkspaceUid);
    const agentId = await createAgent(api, owner, change);
    const documentId = await addText(api, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
    await untilRead(api, owner, agentId, documentId);
    await publish(api, owner, agentId);
    const orgId = newOrgId();
    await database.transaction(scope, (tx) =>
      tx.insert(orgs).values({ ...NEW_ORG, id: orgId, workspaceUid: scope.workspaceUid, allowBilling: true }),
    );
    const assign = () =>
      database.transaction(scope, (tx) =>
        tx.insert(orgAgents).values({ orgId, agentId: agentId as AgentId, workspaceUid: scope.workspaceUid }),
      );
    let moves = 0;
    /** Moves credits between the two until the workspace has this many. */
    const leave = (credits: number) =>
      database.transaction(scope, async (tx) => {
        const { balanceMicro } = await getBalance(tx, scope);
        const surplus = balanceMicro - fromCredits(credits);
        const [from, to] = surplus > 0n ? [null, orgId] : [orgId, null];
        const amount = surplus > 0n ? surplus : -surplus;
        const moved = { id: `move-${moves++}`, from, to, amount, kind: 'transfer_to_org' };
        expect(await callTransfer(tx, scope, moved)).toBe('new');
      });
    const ask = async (text = QUESTION) => {
      host.requests.length = 0;
      const chat = await startChat(api, agentId);
      ok(await send(api, chat, text));
      const reply = (await settledMessages(api, owner, chat)).at(-1);
      const path = `/v2/conversations/${chat.conversationId}/messages/${reply?.id}/trace`;
      const trace = await api.call('GET', path, { caller: owner.key });
      const line = await database.unscoped.execute(
        sql`select feature_key, amount::int as amount, org_id from usage_entries where id = ${`turn:${reply?.id}`}`,
      );
      return { chat, reply, trace: trace.body, line: line.rows[0], asked: host.requests.map(({ model }) => model) };
    };
    const mayAsk = async (query = `?agentId=${agentId}`) =>
      ok(await api.call('GET', `/public/users/${owner.uid}/check-credits${query}`)).continue;
    return { owner, orgId, leave, assign, ask, mayAsk };
  }

  test('from nine tenths on a cheaper model answers, costs less, and the trace and the usage line say so', async () => {
    const { leave, ask } = await open();
    await leave(75.1);
    const before = await ask();
    expect(before.asked).toEqual(['gpt-4.1']);
    expect(before.line).toMatchObject({ feature_key: 'text_turn' });
    expect(before.trace.insteadOf).toBeUndefined();
    await leave(75);
    const after = await ask();
    expect(after.asked).toEqual(['gpt-4.1-mini']);
    expect(after.reply).toMatchObject({ state: 'complete', text: expect.stringContaining('28 euros') });
    expect(after.trace).toMatchObject({ model: 'openai/gpt-4.1-mini', insteadOf: 'openai/gpt-4.1' });
    expect(after.line).toMatchObject({ feature_key: 'text_turn_cheaper', org_id: null });
    // A turn is one credit beside its tokens, which cost a fifth.
    const tokens = (line: unknown) => (line as { amount: number }).amount - 1_000_000;
    expect(tokens(after.line) / tokens(before.line)).toBeCloseTo(0.2, 1);
    await leave(100);
    expect((await ask()).asked).toEqual(['gpt-4.1']);
  });

  test('the account that pays counts: an org that has enough keeps its model while the workspace lands, and the other way round', async () => {
    const { leave, assign, ask, orgId } = await open();
    await leave(50);
    expect((await ask()).asked).toEqual(['gpt-4.1-mini']);
    await assign();
    const org = await ask();
    expect(org.asked).toEqual(['gpt-4.1']);
    expect(org.line).toMatchObject({ feature_key: 'text_turn', org_id: orgId });
    await leave(690);
    const low = await ask();
    expect(low.asked).toEqual(['gpt-4.1-mini']);
    expect(low.line).toMatchObject({ feature_key: 'text_turn_cheaper', org_id: orgId });
  });

  test('a cheaper model that cannot be had leaves nobody without an answer, and no dearer one is asked', async () => {
    const { leave, ask } = await open();
    await leave(50);
    host.script('missing');
    const { reply, trace, asked, line } = await ask();
    expect(asked).toEqual(['gpt-4.1-mini']);
    expect(reply).toMatchObject({ state: 'complete', text: expect.stringContaining('28 euros') });
    expect(trace).toMatchObject({
      model: 'builtin/builtin',
      failedModels: [{ model: 'openai/gpt-4.1-mini', reason: 'not_found' }],
    });
    expect(line).toMatchObject({ feature_key: 'text_turn', amount: 1_000_000 });
  });

  test('an agent with a key of its own is left alone', async () => {
    const owner = await signUp(api);
    const withModel = await useModelServer(api, owner, host.baseURL, 'fine');
    const agentId = await createAgent(api, owner, withModel);
    await addText(api, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
    await publish(api, owner, agentId);
    await database.unscoped.execute(
      sql`update credit_accounts set last_grant = balance * 20 where workspace_uid = ${owner.uid}`,
    );
    host.requests.length = 0;
    const chat = await startChat(api, agentId);
    ok(await send(api, chat, QUESTION));
    await settledMessages(api, owner, chat);
    expect(host.requests.map(({ model }) => model)).toEqual(['fine']);
    expect((await getUsage(api, owner)).items.map(({ featureKey }) => featureKey)).not.toContain('text_turn_cheaper');
  });

  test('the widget is told of the account that pays for its agent', async () => {
    const { leave, assign, mayAsk } = await open();
    expect([await mayAsk(), await mayAsk('')]).toEqual([true, true]);
    await assign();
    expect([await mayAsk(), await mayAsk('')]).toEqual([false, true]);
    await leave(0);
    expect([await mayAsk(), await mayAsk('')]).toEqual([true, false]);
  });

  test.each(['workspace', 'org'])(
    'without credits of the %s: a sentence and the form, and a person for who asks, free',
    async (payer) => {
      const { owner, leave, assign, ask } = await open();
      if (payer === 'org') await assign();
      else await leave(0);
      const { reply, chat, asked } = await ask();
      expect(asked).toEqual([]);
      expect(reply).toMatchObject({ state: 'failed', text: expect.stringContaining('Leave your email address') });
      const contact = { email: 'ann@example.com', name: 'Ann', message: 'Call me.' };
      const path = `/public/conversations/${chat.conversationId}/contact`;
      ok(await api.call('POST', path, { caller: chat.visitor, body: contact }));

      const away = await ask('I want to talk to a person');
      expect(away.reply).toMatchObject({
        state: 'complete',
        text: 'Of course. Leave your email address and a person will get back to you.',
      });
      const desk = inbox(api, owner.uid, await joinAsOperator(api, database, owner.uid));
      await desk.online();
      const there = await ask('I want to talk to a person');
      expect(there.reply).toMatchObject({ text: 'Of course. I am connecting you with a person.' });
      expect(await desk.get(there.chat.conversationId)).toMatchObject({ state: 'waiting' });
      ok(await desk.post(there.chat.conversationId, 'claim'));
      expect((await getUsage(api, owner)).items.filter(({ featureKey }) => featureKey.startsWith('text_turn'))).toEqual(
        [],
      );
    },
  );
});
