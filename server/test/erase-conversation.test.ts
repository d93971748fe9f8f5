import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApi, until } from './api.ts';
import { createAgent, ok, publish, signUp, startChat } from './api-factory.ts';
import { openTestDatabases } from './database.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

describe.each(await openTestDatabases())('an erased conversation on $name', async ({ database }) => {
  const receiver = await startWebhookReceiver();
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW: receiver.pair });
  afterAll(async () => {
    await api.stop();
    await receiver.close();
  });

  /** Tables of every schema, those of the job queue among them, in whose rows the words stand. */
  async function tablesWith(words: string): Promise<string[]> {
    const { rows } = (await database.unscoped.execute(sql`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)) as unknown as {
      rows: { schema: string; name: string }[];
    };
    const found: string[] = [];
    for (const { schema, name } of rows) {
      const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
      const hits = await database.unscoped.execute(sql`select 1 from ${table} t where strpos(t::text, ${words}) > 0`);
      if (hits.rows.length > 0) found.push(name);
    }
    return found.sort();
  }

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
    // Planted: the event went out and the members were told.
    await until(
      () => tablesWith(canary),
      (tables) => tables.includes('webhook_deliveries') && tables.includes('notifications'),
    );
    await until(
      async () => receiver.received.length,
      (count) => count > 0,
    );
    ok(await api.call('DELETE', `/v2/conversations/${chat.conversationId}`, { caller: owner.caller }));
    expect(
      await until(
        () => tablesWith(canary),
        (tables) => tables.length === 0,
      ),
    ).toEqual([]);
  });
});
