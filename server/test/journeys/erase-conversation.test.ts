import { randomText } from '@antiphon/contract/ids';
import { afterAll, describe, expect, test } from 'vitest';
import { createAgent, ok, publish, signUp, startChat } from '../factories/api-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { tablesWith } from '../harness/tables-with.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';

describe.each(await openJourneyDatabases())('an erased conversation on $name', async ({ database }) => {
  const receiver = await startWebhookReceiver();
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW_SITES: receiver.pair });
  afterAll(async () => {
    await api.stop();
    await receiver.close();
  });

  test('is gone from deliveries of webhooks, notifications, jobs and every other table', async () => {
    const owner = await signUp(api);
    const endpoint = { endpoint: receiver.url, subscribedEvents: ['lead_created'] };
    ok(await api.call('POST', `/v2/workspaces/${owner.uid}/webhook`, { caller: owner.caller, body: endpoint }));
    const agentId = await createAgent(api, owner);
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    const canary = `canary${randomText(12).toLowerCase()}`;
    const contact = { email: `${canary}@example.com`, message: canary };
    ok(
      await api.call('POST', `/public/conversations/${chat.conversationId}/contact`, {
        caller: chat.visitor,
        body: contact,
      }),
    );
    await until(
      async () => receiver.received.length,
      (count) => count > 0,
    );
    expect(receiver.received[0]?.body).toContain(canary);
    // The event went out and the members were told; what carried it there holds nobody's address.
    const told = await until(
      () => tablesWith(database, canary),
      (tables) => tables.includes('notifications'),
    );
    expect(told).toEqual(['conversations', 'leads', 'notifications']);
    ok(await api.call('DELETE', `/v2/conversations/${chat.conversationId}`, { caller: owner.caller }));
    expect(
      await until(
        () => tablesWith(database, canary),
        (tables) => tables.length === 0,
      ),
    ).toEqual([]);
  });

  test('an erased lead is gone from the answers that are kept for the same request sent again', async () => {
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    const canary = `canary${randomText(12).toLowerCase()}`;
    const asked = {
      caller: owner.key,
      body: { name: canary, email: `${canary}@example.com` },
      headers: { 'idempotency-key': randomText(20) },
    };
    const { id } = ok(await api.call('POST', `/v2/agents/${agentId}/leads`, asked));
    expect(await tablesWith(database, canary)).toEqual(['idempotency_keys', 'leads']);
    ok(await api.call('DELETE', `/v2/agents/${agentId}/leads/${id}`, { caller: owner.key }));
    expect(await tablesWith(database, canary)).toEqual([]);
    expect((await api.call('POST', `/v2/agents/${agentId}/leads`, asked)).status, 'not made anew').toBe(409);
    expect(await tablesWith(database, canary)).toEqual([]);
  });
});
