import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { AgentSettings } from '@antiphon/contract/agents';
import { newDocumentId, newMessageId, newWebhookDeliveryId } from '@antiphon/contract/ids';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { agents, agentVersions } from '../../src/db/schema/agents.ts';
import { knowledgeDocuments } from '../../src/db/schema/knowledge.ts';
import { webhookDeliveries, webhookEndpoints } from '../../src/db/schema/webhooks.ts';
import { fromCredits } from '../../src/domain/billing/credits.rules.ts';
import { grantCredits } from '../../src/domain/billing/grant-credits.ts';
import { startConversation } from '../../src/domain/conversations/start-conversation.ts';
import { queueEmail } from '../../src/domain/email/queue-email.ts';
import { makeLiveConversations } from '../../src/domain/streams/live-conversations.ts';
import { sendMessage } from '../../src/domain/turns/send-message.ts';
import { sealWebhookSecret } from '../../src/domain/webhooks/webhook-secrets.ts';
import { makeKnowledgeAgent } from '../factories/knowledge-factory.ts';
import { doLeasedWork, KINDS, type LeasedItem, SECRET_KEY } from '../factories/leased-work.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { plantFault } from '../ledger/ledger-load.ts';

const program = fileURLToPath(new URL('./stalled-worker-process.ts', import.meta.url));
const withoutFence = new URL('../harness/without-fence.mjs', import.meta.url).href;

/** A workspace that owes a reply, a delivery, a reading and a mail. */
async function owe(database: Database): Promise<LeasedItem> {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const { workspaceUid } = scope;
  const documentId = newDocumentId();
  const emailId = await database.transaction(scope, async (tx) => {
    const settings = AgentSettings.parse({ title: 'A' });
    await tx.insert(agentVersions).values({ agentId, number: 1, workspaceUid, settings });
    await tx.update(agents).set({ publishedVersion: 1 }).where(eq(agents.id, agentId));
    await grantCredits(tx, scope, { id: 'start', amountMicro: fromCredits(10), featureKey: 'top_up' });
    const progress = { step: 'waiting', found: 0, read: 0, failed: 0, skipped: 0 } as never;
    const page = { id: documentId, workspaceUid, agentId, kind: 'website', title: 'Page', progress } as const;
    await tx
      .insert(knowledgeDocuments)
      .values({ ...page, url: `https://${agentId}.example.com/`.toLowerCase() } as never);
    const sealed = sealWebhookSecret(SECRET_KEY, scope, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const endpoint = 'https://example.com/hook';
    await tx
      .insert(webhookEndpoints)
      .values({ workspaceUid, endpoint, subscribedEvents: [], sealed, secretLast4: 'aLaS' });
    const due = { state: 'pending', nextAttemptAt: new Date(), payload: {}, type: 'agent_published' } as const;
    await tx.insert(webhookDeliveries).values({ ...due, id: newWebhookDeliveryId(), workspaceUid, eventId: agentId });
    const props = { url: 'https://app.example.com/', minutes: 15 };
    const mail = { template: 'magic_link', props, to: `${agentId}@example.com`, language: 'en' } as const;
    return queueEmail({ secretKey: SECRET_KEY }, tx, scope, mail);
  });
  const chat = { agentId, variables: {}, lang: 'en', isTest: false };
  const { conversationId } = await startConversation({ database }, scope, chat);
  const question = { conversationId, id: newMessageId(), text: 'What does it cost?', fileIds: [] };
  await sendMessage({ database, live: makeLiveConversations() }, scope, question);
  return { workspaceUid, agentId, conversationId, documentId, emailId };
}

/** The world outside of the stalled worker: answers it only when it is told to. */
async function startWorld() {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => void waiting.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => waiting.length,
    answer: () => waiting.splice(0).map((response) => response.end('A')),
    close: () => server.close(),
  };
}

/** What stands of each kind, of all workspaces: in how many rows something is so. */
async function look(database: Database) {
  const { rows } = (await database.unscoped.execute(sql`
    with reply as (select c.lease_owner, m.text, m.state, c.id, c.workspace_uid from conversations c
      join messages m on m.conversation_id = c.id and m.role = 'agent')
    select
      (select count(*) from conversations where lease_owner is null)::int as "freeReplies",
      (select count(*) from conversation_events where event in ('done', 'error'))::int as "repliesEnded",
      (select count(*) from reply where text = 'By B' and state = 'complete')::int as "repliesByB",
      (select count(*) from credit_transfers where kind = 'turn')::int as charges,
      (select count(*) from webhook_deliveries where lease_owner is null)::int as "freeDeliveries",
      (select count(*) from webhook_attempts)::int as "deliveryAttempts",
      (select count(*) from webhook_attempts where answer = 'B')::int as "deliveriesByB",
      (select count(*) from knowledge_documents where reading_run is null)::int as "freeReadings",
      (select count(*) from outbox where type = 'document_read')::int as "readingsEnded",
      (select count(*) from knowledge_documents where text = 'B' and state = 'SUCCESS')::int as "readingsByB",
      (select count(*) from emails where lease_owner is null)::int as "freeMails",
      (select count(*) from emails where state = 'sent' and attempts = 1)::int as "mailsSent"`)) as unknown as {
    rows: Record<string, number>[];
  };
  return rows[0]!;
}

/** A takes everything and is stopped in the middle; its leases run out, B takes everything over; A goes on, then B ends. */
async function stall(count: number, isPlanted: boolean) {
  const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 10);
  const world = await startWorld();
  try {
    const mend = isPlanted ? await plantFault(database, 'finish_reply', [['p_owner is not null', 'false']]) : undefined;
    const items = await Promise.all(Array.from({ length: count }, () => owe(database)));
    const a = spawn(
      process.execPath,
      [...(isPlanted ? ['--import', withoutFence] : []), program, url, world.origin, JSON.stringify(items)],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const ended = once(a, 'exit');
    const pieces = count * KINDS.length;
    await until(
      async () => world.count(),
      (waiting) => waiting === pieces,
      60_000,
    );
    a.kill('SIGSTOP');
    await database.unscoped.execute(
      sql.raw(`
      update conversations set lease_until = now() - interval '1 second';
      update webhook_deliveries set lease_until = now() - interval '1 second';
      update knowledge_documents set reading_until = now() - interval '1 second';
      update emails set lease_until = now() - interval '1 second';`),
    );
    const gate = Promise.withResolvers<string>();
    let asked = 0;
    const b = await doLeasedWork(database, items, () => {
      asked += 1;
      return gate.promise;
    });
    await until(
      async () => asked,
      (now) => now === pieces,
      60_000,
    );
    world.answer();
    a.kill('SIGCONT');
    await ended;
    const between = await look(database);
    gate.resolve('B');
    await b.finish();
    await mend?.();
    return { between, after: await look(database) };
  } finally {
    world.close();
    await drop();
  }
}

const rounds = amount(10, 1);
const COUNT = 10;

test('a worker that stood still beyond its leases changes nothing of what another goes on with, and all is done once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { between, after } = await stall(COUNT, false);
    expect(
      Object.values(between).every((rows) => rows === 0),
      JSON.stringify(between),
    ).toBe(true);
    expect(
      Object.values(after).every((rows) => rows === COUNT),
      JSON.stringify(after),
    ).toBe(true);
  }
}, 900_000);

test('planted: without a fence each of the four is ended by the one that lost it', async () => {
  const { between, after } = await stall(3, true);
  expect(between).toMatchObject({ repliesEnded: 3, deliveryAttempts: 3, readingsEnded: 3, mailsSent: 3 });
  expect(after.repliesEnded).toBe(6);
}, 300_000);
