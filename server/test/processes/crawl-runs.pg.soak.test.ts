import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent, ok, signUp } from '../factories/api-factory.ts';
import { fillSite, startCrawledSite } from '../factories/crawled-site.ts';
import { testOf } from '../factories/suite-factory.ts';
import { until } from '../harness/api.ts';
import { startChildServer } from '../harness/child-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { rowsOf } from '../harness/table-catalogue.ts';

const PAGES = 120;

test('kill -9 in the middle of a walk, and again while it is applied: others end the run, its diff is exact, and the tests are run', async () => {
  const { url, database, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  const folder = mkdtempSync(join(tmpdir(), 'crawl-runs-'));
  const site = await startCrawledSite({ delayMs: 20 });
  onTestFinished(async () => {
    await site.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = { DATA_DIR: folder, DATABASE_URL: url, OUTBOUND_ALLOW_SITES: site.pair };
  const begin = async () => {
    const server = await startChildServer(environment);
    onTestFinished(() => server.kill());
    return server;
  };
  fillSite(site, PAGES);
  const first = await begin();
  const owner = await signUp(first);
  const agentId = await createAgent(first, owner);
  const plan = { kind: 'crawl', starts: [site.url()], pagesMax: 200 };
  const { id } = ok(await first.call('POST', `/v2/agents/${agentId}/crawls`, { caller: owner.key, body: plan }));
  const path = `/v2/agents/${agentId}/crawls/${id}`;
  const newest = async (server: typeof first) => ok(await server.call('GET', path, { caller: owner.key })).runs[0];
  const applied = (server: typeof first) =>
    until(
      () => newest(server),
      (run) => run?.state === 'applied',
      150_000,
    );
  expect(await applied(first)).toMatchObject({ added: PAGES + 1, changed: 0, removed: 0 });
  ok(await first.call('POST', `/v2/agents/${agentId}/suite/cases`, { caller: owner.key, body: testOf() }));

  for (let n = 1; n <= 20; n += 1) site.set(`/${n}`, `Article number ${n} was written anew.`);
  for (let n = 111; n <= 120; n += 1) site.remove(`/${n}`);
  for (let n = 121; n <= 125; n += 1) site.set(`/${n}`, `Article number ${n} is new.`);
  const noted = async () => {
    const [row] = await rowsOf<{ pages: number; state: string; staged: number }>(
      database,
      sql`select count(p.id)::int as pages, count(p.staged)::int as staged, r.state from crawl_runs r
          left join crawl_run_pages p on p.run_id = r.id where r.document_id = ${id} and r.ended_at is null group by r.state`,
    );
    return row ?? { pages: 0, state: 'none', staged: 0 };
  };
  /** As if the 45 seconds of the dead one's lease were over. */
  const lapse = () =>
    database.unscoped.execute(
      sql`update knowledge_documents set reading_until = now() - interval '1 second' where id = ${id} and reading_until is not null`,
    );
  ok(await first.call('POST', `/v2/agents/${agentId}/knowledge/${id}/refresh`, { caller: owner.key, body: {} }));
  await until(noted, ({ pages }) => pages >= 40);
  await first.kill();
  const killed = await noted();
  expect(killed.state).toBe('running');
  await lapse();
  site.visits.length = 0;

  const second = await begin();
  await until(noted, ({ state }) => state === 'applying', 150_000);
  await second.kill();
  // Who went on asked for none of what was noted, but for the start of the walk's next pages.
  const asked = site.visits.filter((one) => one !== '/robots.txt').length;
  expect(asked).toBeLessThanOrEqual(PAGES + 6 - killed.pages + 10);
  expect((await noted()).state).toBe('applying');
  await lapse();

  const third = await begin();
  const run = await applied(third);
  expect(run).toMatchObject({ known: PAGES + 1, added: 5, changed: 21, removed: 10, unchanged: 90, failed: 0 });
  const pages = await rowsOf<{ url: string }>(
    database,
    sql`select url from knowledge_documents where parent_id = ${id} and chunks > 0`,
  );
  expect(pages).toHaveLength(116);
  const written = await rowsOf(
    database,
    sql`select id from knowledge_chunks where agent_id = ${agentId} and strpos(text, 'was written anew') > 0`,
  );
  expect(written).toHaveLength(20);
  // Of the first reading there may be one, too.
  const ofThis = ({ startedAt }: { startedAt: string }) => startedAt >= run.endedAt;
  const suite = await until(
    async () => ok(await third.call('GET', `/v2/agents/${agentId}/suite`, { caller: owner.key })).runs.filter(ofThis),
    (runs) => runs[0]?.state === 'done',
    60_000,
  );
  expect(suite).toHaveLength(1);
}, 600_000);
