import { expect } from '@playwright/test';
import { amount } from '../../server/test/harness/amounts.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// 10,000 of each thing that grows: a screen reads one page of them and draws no more. Agents and sessions, whose lists also sort
// and filter, have files of their own; members are bounded by the seats.

const ROWS = amount(10_000, 1_000);
/** A page of rows, the heads of a table, and what else a screen lists. */
const DRAWN_MAX = 120;

let server: RunningServer;
test.afterAll(async () => {
  await server?.dispose();
});

const seeds = (uid: string, agentId: string) => [
  `insert into usage_entries (id, workspace_uid, amount, direction, caused_by, agent_id, feature_key, ts)
   select 'usage-' || n, '${uid}', 1000000, 'decrease', 'agent', '${agentId}', 'text_turn', now() - n * interval '1 minute'
   from generate_series(1, ${ROWS}) n`,
  `insert into knowledge_documents (id, workspace_uid, agent_id, kind, title, state, progress, text, created_at)
   select 'doc_seed' || n, '${uid}', '${agentId}', 'text', 'Document number ' || n, 'SUCCESS', '{"step": "done", "found": 1, "read": 1, "failed": 0, "skipped": 0}', repeat('words ', 50), now() - n * interval '1 minute'
   from generate_series(1, ${ROWS}) n`,
  `insert into webhook_deliveries (id, workspace_uid, event_id, type, payload, state, attempts, last_status, created_at)
   select 'msg_' || lpad(n::text, 22, '0'), '${uid}', 'evt_seed' || n, 'agent_published', '{"agentId": "${agentId}"}', 'delivered', 1, 200, now() - n * interval '1 minute'
   from generate_series(1, ${ROWS}) n`,
  // What is older than the endpoint was another's.
  `update webhook_endpoints set created_at = now() - interval '1 year' where workspace_uid = '${uid}'`,
  `insert into emails (id, to_address, template, state, next_attempt_at, created_at)
   select 'eml_seed' || n, 'person' || n || '@example.com', 'verify_email', 'sent', now(), now() from generate_series(1, ${ROWS}) n`,
];

test(`${ROWS.toLocaleString('en-US')} usage entries, documents, deliveries and mails: a page of each is read and drawn`, async ({
  page,
}) => {
  test.setTimeout(240_000);
  server = await startServer();
  const owner = await signUpOwner(page.request, server.origin, 'long-pages@example.com');
  const agentId = await createAgent(owner, 'Help desk', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/workspaces/${owner.uid}/webhook`, {
    endpoint: 'https://hooks.example.com/events',
    subscribedEvents: ['agent_published'],
  });
  await runSql(server, ...seeds(owner.uid, agentId));

  const drawn = () => page.locator('tbody tr, main li, [role=row]').count();
  for (const [path, seen] of [
    ['outbox', `person${ROWS}@example.com`],
    ['usage', 'Show more'],
    [`agents/${agentId}/kb`, 'Document number 1'],
    ['events', 'agent_published'],
  ] as const) {
    await page.goto(`${server.origin}/app/na/${path}`);
    await expect(page.getByText(seen).first(), path).toBeVisible();
    await expect.poll(drawn, path).toBeGreaterThan(20);
    const before = await drawn();
    expect(before, path).toBeLessThan(DRAWN_MAX);
    // The outbox ends with the newest hundred.
    if (path === 'outbox') continue;
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(drawn, path).toBeGreaterThan(before + 20);
    expect(await drawn(), path).toBeLessThan(before + DRAWN_MAX);
  }
});
