import { createServer } from 'node:net';
import type { CrawlPlan } from '@antiphon/contract/crawls';
import type { CrawlRunId, DocumentId } from '@antiphon/contract/ids';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { fillSite, startCrawledSite } from '../../../test/factories/crawled-site.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { amount } from '../../../test/harness/amounts.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { freePort } from '../../../test/harness/free-port.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { INSIDE_FORMS } from '../../../test/walks/inside-forms.ts';
import { outbox } from '../../db/schema/events.ts';
import { knowledgeChunks } from '../../db/schema/knowledge.ts';
import { readDocument } from '../documents/read-document.ts';
import { getPage, getRun } from './get-run.ts';
import { getCrawl, listCrawls } from './list-crawls.ts';
import { previewCrawl } from './preview-crawl.ts';
import { createCrawl, pauseCrawl, updateCrawl } from './save-crawl.ts';
import { settleRun } from './settle-run.ts';

const PORTS = [await freePort(), await freePort()];
const reading = await makeReadingVendors([]);
afterAll(() => reading.close());

const PLAN: CrawlPlan = {
  ...{ kind: 'crawl', starts: [], include: [], exclude: [], pagesMax: 300 },
  ...{ refreshRate: 'never', hour: null, timeZone: 'UTC' },
};

/** Of which so many change, ten go and five come. */
const PAGES = amount(200, 60);
const CHANGING = amount(30, 10);
const databases = await openTestDatabases();

describe.each(databases)('crawls on $name', ({ database }) => {
  async function open(plan: Partial<CrawlPlan> = {}) {
    const site = await startCrawledSite();
    const vendors = await makeReadingVendors([site.pair]);
    onTestFinished(async () => {
      await vendors.close();
      await site.close();
    });
    const deps = { database, ...vendors.vendors };
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const member = { scope, userId: null, permissions: PERMISSIONS, client: null };
    const whole = { ...PLAN, starts: [site.url()], ...plan };
    let documentId = '' as DocumentId;
    const target = () => ({ agentId, documentId });
    const get = () => getCrawl(deps, member, target());
    /** As the job does; answers the newest run. */
    const read = async () => {
      if (documentId === '') documentId = (await createCrawl(deps, member, agentId, whole)).id;
      await readDocument(deps, scope, target());
      return (await get()).runs[0]!;
    };
    const pathsOf = async (
      runId: CrawlRunId,
      change: 'added' | 'changed' | 'removed' | 'failed' | 'needs_javascript',
    ) => {
      const paths: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await getRun(deps, scope, { ...target(), runId }, { change, limit: 7, cursor });
        paths.push(...page.items.map(({ url }) => new URL(url).pathname));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return paths.toSorted();
    };
    const chunkIds = async () => {
      const rows = await database.unscoped
        .select({ id: knowledgeChunks.id })
        .from(knowledgeChunks)
        .where(sql`${knowledgeChunks.agentId} = ${agentId}`);
      return rows.map(({ id }) => id).toSorted();
    };
    const knows = async (words: string) => {
      const rows = await database.unscoped
        .select({ id: knowledgeChunks.id })
        .from(knowledgeChunks)
        .where(sql`${knowledgeChunks.agentId} = ${agentId} and strpos(${knowledgeChunks.text}, ${words}) > 0`);
      return rows.length > 0;
    };
    const events = async (type: string) => {
      const rows = await database.unscoped
        .select({ type: outbox.type })
        .from(outbox)
        .where(sql`${outbox.payload} ->> 'agentId' = ${agentId}`);
      return rows.filter((row) => row.type === type).length;
    };
    const more = { target, get, read, pathsOf, chunkIds, knows, events };
    return { site, deps, scope, agentId, member, whole, ...more };
  }
  const paths = (numbers: number[]) => numbers.map((n) => `/${n}`).toSorted();
  const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

  // Planted: pages are asked for without what the site said of them -> caught here.
  it(`of ${PAGES} pages, ${CHANGING} of which change, tell exactly which; read once more, nothing is sent or indexed again`, async () => {
    const { site, read, pathsOf, chunkIds, events } = await open();
    const last = PAGES - 1;
    fillSite(site, last);
    const first = await read();
    expect(first).toMatchObject({ state: 'applied', known: 0, added: PAGES, changed: 0, removed: 0, unchanged: 0 });
    const before = await chunkIds();

    for (const n of span(1, CHANGING)) site.set(`/${n}`, `Article number ${n} was written anew.`);
    for (const n of span(last - 9, last)) site.remove(`/${n}`);
    for (const n of span(PAGES + 1, PAGES + 5)) site.set(`/${n}`, `Article number ${n} is new.`);
    site.sent.length = 0;
    const second = await read();
    // The start page lists the others, so that it changed with them.
    const unchanged = PAGES - 10 - (CHANGING + 1);
    const counts = { known: PAGES, added: 5, changed: CHANGING + 1, removed: 10, unchanged };
    expect(second).toMatchObject({ state: 'applied', ...counts });
    expect(await pathsOf(second.id, 'changed')).toEqual(['/', ...paths(span(1, CHANGING))].toSorted());
    expect(await pathsOf(second.id, 'added')).toEqual(paths(span(PAGES + 1, PAGES + 5)));
    expect(await pathsOf(second.id, 'removed')).toEqual(paths(span(last - 9, last)));
    const sent = ['/', ...paths([...span(1, CHANGING), ...span(PAGES + 1, PAGES + 5)])];
    expect(site.sent.toSorted()).toEqual(sent.toSorted());
    const after = await chunkIds();
    expect(after.filter((id) => before.includes(id))).toHaveLength(unchanged);

    site.sent.length = 0;
    site.visits.length = 0;
    const third = await read();
    const known = PAGES - 5;
    expect(third).toMatchObject({ state: 'applied', known, added: 0, changed: 0, removed: 0, unchanged: known });
    expect(site.visits.length).toBeGreaterThanOrEqual(known);
    expect(site.sent).toEqual([]);
    expect(await chunkIds()).toEqual(after);
    expect(await events('crawl_applied')).toBe(2);
  }, 120_000);

  // Planted: hashes are not compared -> caught here.
  it('of a site that cannot say whether a page changed read it whole, and index only what did', async () => {
    const { site, read, chunkIds } = await open();
    for (const path of ['/a', '/b']) {
      site.set(path, 'x');
      site.pages[path] = `<html><body><p>This is page ${path}.</p></body></html>`;
    }
    await read();
    const before = await chunkIds();
    site.pages['/b'] = '<html><body><p>This is another page.</p></body></html>';
    expect(await read()).toMatchObject({ changed: 1, unchanged: 2 });
    expect((await chunkIds()).filter((id) => before.includes(id))).toHaveLength(2);
  });

  it('show what changed in a page, line by line as it was and as it is', async () => {
    const { site, deps, scope, read, target } = await open();
    site.set('/hours', 'We open at nine.');
    await read();
    site.set('/hours', 'We open at ten.');
    const run = await read();
    const { items } = await getRun(deps, scope, { ...target(), runId: run.id }, { change: 'changed', limit: 10 });
    const page = await getPage(deps, scope, { ...target(), runId: run.id }, items.at(-1)!.id);
    expect(page).toMatchObject({ before: 'We open at nine.', after: 'We open at ten.', isCut: false });
  });

  // Planted: patterns are judged when a page has come; redirects are followed first -> caught here.
  it('ask for no address that a pattern leaves out, also where another leads there, and take in several starts', async () => {
    const { site, deps, member, target, read, pathsOf } = await open({
      include: ['/blog/**', '/moved'],
      exclude: ['/blog/private/**', '/blog/*?print=*'],
    });
    for (const path of ['/blog/1', '/blog/private/1', '/shop/1', '/blog/2?print=1', '/moved'])
      site.set(path, `Page ${path}.`);
    site.pages['/moved'] = (_request, response) => response.writeHead(302, { location: '/blog/private/2' }).end();
    site.pages['/blog/private/2'] = (_request, response) => response.end('Secret.');
    const run = await read();
    expect(await pathsOf(run.id, 'added')).toEqual(['/', '/blog/1']);
    expect(await pathsOf(run.id, 'failed')).toEqual(['/moved']);
    expect(site.visits.filter((path) => /private|shop|print/.test(path))).toEqual([]);

    site.set('/island', 'Nobody links here.');
    await updateCrawl(deps, member, target(), {
      ...PLAN,
      starts: [site.url(), site.url('/island')],
      include: ['/blog/**'],
    });
    const second = await read();
    expect(await pathsOf(second.id, 'added')).toEqual(['/blog/2', '/blog/private/1', '/island'].toSorted());
  });

  // Planted: nothing is held; pages are indexed as they come -> caught here.
  it('that would take away or change too much wait, answer from what was known, and are applied or dropped as somebody says', async () => {
    const { site, deps, member, target, get, read, knows, events, scope } = await open();
    fillSite(site, 9);
    await read();
    for (const n of span(1, 4)) site.remove(`/${n}`);
    site.set('/10', 'Something new.');
    const held = await read();
    expect(held).toMatchObject({ state: 'waiting', known: 10, removed: 4, added: 1, endedAt: null });
    expect(await get()).toMatchObject({ state: 'waiting', waitingRunId: held.id, pages: 10 });
    expect((await get()).stateReason).toContain('would remove 4 and change 1 of 10 pages');
    expect([await knows('number 1 says'), await knows('Something new.')]).toEqual([true, false]);
    expect(await events('crawl_waiting')).toBe(1);

    const runTarget = { ...target(), runId: held.id };
    const reader = { ...member, permissions: [] };
    await expect(settleRun(deps, reader, runTarget, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
    expect((await settleRun(deps, member, runTarget, 'discard')).state).toBe('ok');
    expect(await get()).toMatchObject({ state: 'ok', pages: 10, stateReason: null, waitingRunId: null });
    await expect(settleRun(deps, member, runTarget, 'approve')).rejects.toMatchObject({ code: 'crawl_settled' });

    const again = await read();
    expect(again).toMatchObject({ state: 'waiting', removed: 4 });
    const visits = site.visits.length;
    const outcomes = await Promise.allSettled(
      ['approve', 'approve'].map(() => settleRun(deps, member, { ...target(), runId: again.id }, 'approve')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await get()).state).toBe('running');
    expect(await read()).toMatchObject({ id: again.id, state: 'applied', removed: 4, added: 1, changed: 1 });
    // What was seen then is applied; the site is not asked again.
    expect(site.visits.length).toBe(visits);
    expect([await knows('number 1 says'), await knows('Something new.')]).toEqual([false, true]);
    expect(await get()).toMatchObject({ state: 'ok', pages: 7 });
    const { items } = await getRun(deps, scope, { ...target(), runId: again.id }, { change: 'removed', limit: 10 });
    expect((await getPage(deps, scope, { ...target(), runId: again.id }, items[0]!.id)).before).toContain(
      'number 1 says',
    );
  });

  it('judge the site anew while a run waits: one that has recovered needs nobody', async () => {
    const { site, read, get } = await open();
    fillSite(site, 9);
    await read();
    for (const n of span(1, 9)) site.remove(`/${n}`);
    const held = await read();
    expect(held.state).toBe('waiting');
    fillSite(site, 9);
    expect(await read()).toMatchObject({ state: 'applied', added: 0, changed: 0, removed: 0, unchanged: 10 });
    expect((await get()).runs.map(({ state }) => state)).toEqual(['applied', 'replaced', 'applied']);
  });

  it('say which pages need JavaScript', async () => {
    const { site, read, pathsOf, get } = await open();
    const app = (text: string) =>
      `<html><head><title>App</title></head><body><main>${text}</main><script src="/a.js"></script></body></html>`;
    site.set('/app', 'x');
    site.set('/short', 'x');
    site.set('/long', 'x');
    site.pages['/app'] = app('');
    site.pages['/short'] = app('<p>Loading the shop …</p>');
    site.pages['/long'] = app(`<p>${'All that there is to say. '.repeat(20)}</p>`);
    const run = await read();
    expect(run).toMatchObject({ added: 3, needsJavaScript: 2 });
    expect(await pathsOf(run.id, 'needs_javascript')).toEqual(['/app', '/short']);
    expect((await get()).stateReason).toContain('2 pages need JavaScript');
  });

  // Planted: a run that was cut off is begun anew -> caught here.
  it('go on after a run that was cut off where it was, with the same diff', async () => {
    const { site, deps, scope, read, target, pathsOf } = await open();
    fillSite(site, 29);
    await read();
    for (const n of span(1, 9)) site.set(`/${n}`, `Written anew: ${n}.`);
    for (const n of span(28, 29)) site.remove(`/${n}`);
    site.visits.length = 0;
    // The database goes away in the middle of the walk.
    let left = 60;
    const failing = {
      ...database,
      transaction: ((...given: Parameters<typeof database.transaction>) => {
        left -= 1;
        if (left < 0) throw new Error('gone');
        return database.transaction(...given);
      }) as typeof database.transaction,
    };
    await expect(readDocument({ ...deps, database: failing }, scope, target())).rejects.toThrow('gone');
    const asked = new Set(site.visits);
    await database.unscoped.execute(
      sql`update knowledge_documents set reading_until = now() - interval '1 second' where id = ${target().documentId}`,
    );
    site.visits.length = 0;
    const run = await read();
    expect(run).toMatchObject({ state: 'applied', known: 30, added: 0, changed: 10, removed: 2, unchanged: 18 });
    expect(await pathsOf(run.id, 'changed')).toEqual(['/', ...paths(span(1, 9))].toSorted());
    expect(asked.size).toBeGreaterThan(5);
    expect(site.visits.length).toBeLessThan(30 - asked.size + 10);
  });

  it('keep the newest 30 runs', async () => {
    const { read, get, site } = await open();
    for (let n = 0; n < 32; n += 1) {
      site.set('/', `Edition ${n}.`);
      await read();
    }
    const { runs } = await get();
    expect(runs).toHaveLength(30);
    expect(runs.every(({ state, changed }) => state === 'applied' && changed === 1)).toBe(true);
  });

  it('of all agents are listed page by page, by agent, state and words; paused ones are not read by the clock', async () => {
    const { deps, scope, agentId, member, whole, read, target } = await open({
      refreshRate: '24h',
      hour: 3,
      timeZone: 'Europe/Berlin',
    });
    await read();
    const other = await createCrawl(deps, member, agentId, {
      ...whole,
      kind: 'sitemap',
      starts: ['https://example.com/sitemap.xml'],
    });
    const list = (query: Parameters<typeof listCrawls>[2]) => listCrawls(deps, scope, query);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.nextCursor! });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([other.id, target().documentId]);
    expect(second.nextCursor).toBeNull();
    const ids = async (query: object) => (await list({ limit: 10, ...query })).items.map(({ id }) => id);
    expect(await ids({ state: 'running' })).toEqual([other.id]);
    expect(await ids({ search: 'SITEMAP' })).toEqual([other.id]);
    expect(await ids({ agentId })).toHaveLength(2);
    const theirs = await makeKnowledgeAgent(database);
    await expect(list({ limit: 10, agentId: theirs.agentId })).rejects.toMatchObject({ code: 'not_found' });

    const at = (await getCrawl(deps, member, target())).nextReadAt!;
    expect(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' }).format(new Date(at)),
    ).toBe('03:00');
    expect(await pauseCrawl(deps, member, target(), true)).toMatchObject({
      isPaused: true,
      state: 'paused',
      nextReadAt: null,
    });
    await read();
    expect(await getCrawl(deps, member, target())).toMatchObject({ state: 'paused', nextReadAt: null });
    expect(await pauseCrawl(deps, member, target(), false)).toMatchObject({ state: 'ok', nextReadAt: at });
  });

  it('may be looked at before: why each address is in or out, and nothing is kept', async () => {
    const { site, deps, member, agentId, whole } = await open();
    for (const path of ['/blog/1', '/blog/old/1', '/shop', '/closed/1']) site.set(path, `Page ${path}.`);
    site.pages['/robots.txt'] = (_request, response) => response.end('User-agent: *\nDisallow: /closed\n');
    site.set('https://other.example.com/', 'Elsewhere.');
    const preview = await previewCrawl(deps, member, agentId, {
      ...whole,
      include: ['/blog/**', '/closed/**'],
      exclude: ['/blog/old/**'],
    });
    const verdicts = Object.fromEntries(
      preview.addresses.map(({ url, verdict, rule }) => [url.replace(site.url(), '/'), rule ?? verdict]),
    );
    expect(verdicts).toEqual({
      ...{ '/': 'in', '/blog/1': 'in', '/blog/old/1': '/blog/old/**', '/shop': 'not_included' },
      ...{ '/closed/1': 'robots', 'https://other.example.com/': 'other_site' },
    });
    fillSite(site, 60);
    const full = await previewCrawl(deps, member, agentId, whole);
    expect(full.addresses).toHaveLength(30);
    expect(full.hasMore).toBe(true);
    const left = await database.unscoped.execute(sql`
      select (select count(*) from knowledge_documents where agent_id = ${agentId})::int as documents,
             (select count(*) from crawl_runs where agent_id = ${agentId})::int as runs`);
    expect(left.rows).toEqual([{ documents: 0, runs: 0 }]);
  });
});

/** Something inside that must never be reached. */
let hits = 0;
const canary = createServer((socket) => {
  hits += 1;
  socket.destroy();
});
await new Promise<void>((done) => canary.listen(PORTS[0], '::', () => done()));
afterAll(() => new Promise((done) => canary.close(done)));

describe('what leads inside', () => {
  // Planted: pages are fetched without the guard -> caught here.
  it('is asked for neither as a start, nor by a link, a redirect or a sitemap, nor in a preview', async () => {
    const { database } = databases[0]!;
    const site = await startCrawledSite();
    const vendors = await makeReadingVendors([site.pair]);
    onTestFinished(async () => {
      await vendors.close();
      await site.close();
    });
    const deps = { database, ...vendors.vendors };
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const member = { scope, userId: null, permissions: PERMISSIONS, client: null };
    const inside = INSIDE_FORMS.map((form) => `${form.replace(/%2f$/, '')}:${PORTS[0]}/`);
    for (const url of inside) {
      const plan = { ...PLAN, starts: [site.url(), url] };
      await expect(createCrawl(deps, member, agentId, plan)).rejects.toMatchObject({ code: 'url_not_allowed' });
      await expect(previewCrawl(deps, member, agentId, plan)).rejects.toMatchObject({ code: 'url_not_allowed' });
    }
    for (const [at, url] of inside.entries()) {
      site.set(`/hop/${at}`, 'x');
      site.pages[`/hop/${at}`] = (_request, response) =>
        response.writeHead(302, { location: Buffer.from(url).toString('latin1') }).end();
    }
    site.pages['/links'] =
      `<html><body><p>Links.</p>${inside.map((url) => `<a href="${url}">x</a>`).join('')}</body></html>`;
    site.set('/links', 'x');
    const entries = [...inside, ...inside.map((_, at) => site.url(`/hop/${at}`))].map(
      (url) => `<url><loc>${url}</loc></url>`,
    );
    site.pages['/sitemap.xml'] = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><urlset>${entries.join('')}<url><loc>${site.url('/links')}</loc></url></urlset>`);
    for (const plan of [
      { ...PLAN, starts: [site.url()] },
      { ...PLAN, kind: 'sitemap' as const, starts: [site.url('/sitemap.xml')] },
    ]) {
      await previewCrawl(deps, member, agentId, plan);
      const { id } = await createCrawl(deps, member, agentId, plan);
      await readDocument(deps, scope, { agentId, documentId: id });
      expect((await getCrawl(deps, member, { agentId, documentId: id })).pages).toBeGreaterThan(0);
    }
    expect(hits).toBe(0);
    expect(site.visits.filter((path) => path.startsWith('/hop/')).length).toBeGreaterThan(60);
  }, 120_000);
});
