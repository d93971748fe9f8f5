import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { KnowledgeDocument, NewDocument } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { startLoopbackSite } from '../../../test/harness/loopback-site.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { makeScope } from '../../db/make-scope.ts';
import { outbox } from '../../db/schema/events.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import { getCrawl } from '../crawls/list-crawls.ts';
import { settleRun } from '../crawls/settle-run.ts';
import { addDocument } from './add-document.ts';
import { deleteDocument } from './delete-document.ts';
import { getDocument, listDocuments } from './list-documents.ts';
import { readDocument } from './read-document.ts';
import { startReadingRun } from './reading-run.ts';
import { startDueReadings } from './start-due-readings.ts';
import { refreshDocument, updateDocument } from './update-document.ts';

const page = (title: string, body: string) =>
  `<html><head><title>${title}</title></head><body><main>${body}</main></body></html>`;
const site = await startLoopbackSite({});
const reading = await makeReadingVendors([site.pair]);
afterAll(async () => {
  await reading.close();
  await site.close();
});

const sample = async (name: string) =>
  new File([await readFile(new URL(`../../adapters/parsing/samples/${name}`, import.meta.url))], name);

describe.each(await openTestDatabases())('reading of documents on $name', ({ database }) => {
  const deps = { database, ...reading.vendors };
  const start = async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const member = { scope, userId: null, permissions: PERMISSIONS, client: null };
    const target = (document: { id: DocumentId }) => ({ agentId, documentId: document.id });
    return {
      scope,
      agentId,
      member,
      target,
      add: (input: NewDocument) => addDocument(deps, member, agentId, input),
      /** Adds, reads as the job does, twice, and returns what then stands there. */
      async learn(input: NewDocument) {
        const document = await addDocument(deps, member, agentId, input);
        await readDocument(deps, scope, target(document));
        const once = await getDocument(deps, scope, target(document));
        await readDocument(deps, scope, target(document));
        const twice = await getDocument(deps, scope, target(document));
        expect({ ...twice, lastReadAt: null }).toEqual({ ...once, lastReadAt: null });
        return twice;
      },
      pagesOf: async (document: KnowledgeDocument) =>
        (await listDocuments(deps, scope, { agentId, parentId: document.id, limit: 100 })).items,
    };
  };
  const eventsOf = async (agentId: AgentId) => {
    const rows = await database.unscoped.select().from(outbox).where(sql`${outbox.payload} ->> 'agentId' = ${agentId}`);
    return rows.map((row) => row.type);
  };

  it('turns pasted text into chunks under its headings', async () => {
    const { learn, agentId } = await start();
    const text = '# Delivery\nWe deliver within three days.\n\n# Returns\nReturns are free.\u0000 \ud800';
    const document = await learn({ kind: 'text', title: 'Shop', text });
    expect(document).toMatchObject({ state: 'SUCCESS', stateReason: null, kind: 'text', chunks: 2, title: 'Shop' });
    expect(document.progress).toEqual({ step: 'done', found: 1, read: 1, failed: 0, skipped: 0 });
    expect(document.chunkList.map((chunk) => [chunk.headingPath, chunk.text])).toEqual([
      [['Delivery'], 'We deliver within three days.'],
      [['Returns'], 'Returns are free. \ufffd'],
    ]);
    expect(await eventsOf(agentId)).toEqual(['document_added', 'document_read', 'document_read']);
  });

  it.each([
    ['terms.pdf', 'Opening hours'],
    ['plants.docx', 'Rose | Preis: 7 €'],
  ])('reads the file %s', async (name, words) => {
    const { learn } = await start();
    const document = await learn({ kind: 'file', file: await sample(name) });
    expect(document).toMatchObject({ state: 'SUCCESS', title: name, kind: 'file' });
    expect(document.text).toContain(words);
  });

  it('says why a file cannot be read', async () => {
    const { learn } = await start();
    expect(await learn({ kind: 'file', file: await sample('password.pdf') })).toMatchObject({
      state: 'ERROR',
      stateReason: 'This PDF is protected by a password. Remove the password and upload it again.',
      progress: { step: 'done', found: 1, read: 0, failed: 1 },
    });
  });

  it('refuses files by what they are and how large they are, and keeps nothing of them', async () => {
    const { add } = await start();
    const before = await countStored();
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    await expect(add({ kind: 'file', file: new File([png], 'terms.pdf') })).rejects.toMatchObject({
      code: 'unsupported_type',
      message: 'Only pdf, docx, md, txt, html, csv Files',
    });
    const large = new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'a.txt');
    await expect(add({ kind: 'file', file: large })).rejects.toMatchObject({
      code: 'too_large',
      message: 'Max size: 20 MBs',
    });
    await expect(add({ kind: 'file', file: new File([], 'a.txt') })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await countStored()).toBe(before);
  });

  it('reads one address, takes its title, and does not index again what has not changed', async () => {
    const { learn, scope, target, member } = await start();
    site.pages['/one'] = page('About us', '<h1>About us</h1><p>We grow roses.</p>');
    const document = await learn({ kind: 'url', url: site.url('/one'), refreshRate: '6h' });
    expect(document).toMatchObject({ state: 'SUCCESS', title: 'About us', text: '# About us\n\nWe grow roses.' });
    const [chunk] = document.chunkList;
    await refreshDocument(deps, member, target(document));
    await readDocument(deps, scope, target(document));
    expect((await getDocument(deps, scope, target(document))).chunkList[0]?.id).toBe(chunk?.id);
    site.pages['/one'] = page('About us', '<h1>About us</h1><p>We grow tulips.</p>');
    await readDocument(deps, scope, target(document));
    const changed = await getDocument(deps, scope, target(document));
    expect(changed.text).toContain('tulips');
    expect(changed.chunkList[0]?.id).not.toBe(chunk?.id);
  });

  it.each([
    ['/gone', 'This page does not exist'],
    ['/picture', 'cannot be read as text'],
    ['/empty', 'No text was found'],
    ['/app', 'needs JavaScript'],
    ['/inside', 'only public http and https addresses are allowed'],
  ])('says why the address %s cannot be read, and keeps what was read before', async (path, reason) => {
    const { scope, target, member, learn } = await start();
    site.pages['/picture'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('\x89PNG');
    site.pages['/empty'] = page('Empty', '');
    site.pages['/app'] = page('App', '<script>1</script>');
    site.pages['/inside'] = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    const document = await learn({ kind: 'url', url: site.url(path), refreshRate: 'never' });
    expect(document).toMatchObject({ state: 'ERROR', progress: { read: 0, failed: 1 } });
    expect(document.stateReason).toContain(reason);

    site.pages['/good'] = page('Good', '<p>Good text.</p>');
    const good = await learn({ kind: 'url', url: site.url('/good'), refreshRate: 'never' });
    site.pages['/good'] = site.pages[path] ?? ((_request, response) => response.writeHead(410).end());
    await refreshDocument(deps, member, target(good));
    await readDocument(deps, scope, target(good));
    expect(await getDocument(deps, scope, target(good))).toMatchObject({
      state: 'ERROR',
      chunks: 1,
      text: 'Good text.',
    });
  });

  it('refuses an address that is plainly inside when it is added', async () => {
    const { add, agentId } = await start();
    for (const url of [
      'http://127.0.0.1/',
      'http://localhost:3000',
      'localhost:3000',
      'file:///etc/passwd',
      'http://[::1]/',
      'http://10.0.0.1',
    ])
      await expect(add({ kind: 'url', url, refreshRate: 'never' })).rejects.toMatchObject({ code: 'url_not_allowed' });
    expect(await eventsOf(agentId)).toEqual([]);
  });

  it('crawls a site within its limits: robots, nofollow, other sites, binaries, twins, canonical addresses', async () => {
    const { learn, pagesOf } = await start();
    const links = ['a', 'b', 'b?utm_source=x', 'b#part', 'closed', 'twin', 'named', 'gone', 'file.zip', 'deep/1']
      .map((path) => `<a href="/crawl/${path}">${path}</a>`)
      .join(' ');
    Object.assign(site.pages, {
      '/robots.txt': (_request: unknown, response: import('node:http').ServerResponse) =>
        response.end('User-agent: *\nDisallow: /crawl/closed\n'),
      '/crawl/': `${page('Start', `<p>Welcome.</p>${links} <a href="/crawl/secret" rel="nofollow">s</a> <a href="http://127.0.0.1:1/">o</a>`)}`,
      '/crawl/a': page('A', '<p>Text of A.</p>'),
      '/crawl/b': page('B', '<p>Text of B.</p><a href="/crawl/">back</a>'),
      '/crawl/closed': page('Closed', '<p>Closed.</p>'),
      '/crawl/secret': page('Secret', '<p>Secret.</p>'),
      '/crawl/twin': page('A', '<p>Text of A.</p>'),
      '/crawl/named': page('A', '<link rel="canonical" href="/crawl/a"><p>Text of A, printed.</p>'),
      '/crawl/deep/1': page('Deep', '<p>Deep one.</p><a href="2">2</a>'),
      '/crawl/deep/2': page('Deep two', '<p>Deep two.</p>'),
    });
    site.visits.length = 0;
    const document = await learn({ kind: 'crawl', url: site.url('/crawl/'), refreshRate: 'never', pagesMax: 50 });
    const pages = await pagesOf(document);
    expect(pages.map((one) => one.url?.replace(/^.*\/crawl\//, '')).toSorted()).toEqual([
      '',
      'a',
      'b',
      'deep/1',
      'deep/2',
    ]);
    expect(document).toMatchObject({ state: 'SUCCESS', progress: { step: 'done', read: 5, failed: 1, skipped: 3 } });
    expect(document.stateReason).toBe("1 page could not be read. 1 page left out as the site's robots.txt asks.");
    expect(document.chunks).toBe(5);
    expect(site.visits).not.toContain('/crawl/closed');
    expect(site.visits).not.toContain('/crawl/secret');
    expect(site.visits).not.toContain('/crawl/file.zip');
    site.pages['/robots.txt'] = '';
  });

  it('reads another address in place of one that could not be read, and tells what a site is called, once', async () => {
    const { learn, pagesOf, agentId, scope, target, member } = await start();
    const named = async () => {
      const rows = await database.unscoped
        .select()
        .from(outbox)
        .where(sql`${outbox.payload} ->> 'agentId' = ${agentId}`);
      return rows.filter(({ type }) => type === 'site_named').map(({ payload }) => payload);
    };
    const document = await learn({ kind: 'crawl', url: site.url('/mistyped'), refreshRate: 'never', pagesMax: 3 });
    expect(document).toMatchObject({ state: 'ERROR' });
    const move = (url: string) => updateDocument(deps, member, target(document), { url });
    await expect(move('http://10.0.0.1/')).rejects.toMatchObject({ code: 'url_not_allowed' });
    site.pages['/meant'] = page('Home | Harbour Bikes | Rental', '<p>We rent bicycles.</p>');
    const moved = await move(site.url('/meant'));
    expect(moved).toMatchObject({ id: document.id, state: 'INITIALIZED', stateReason: null, url: site.url('/meant') });
    expect(moved.title).toBe(`${site.pair}/meant`);
    for (const _ of [1, 2]) await readDocument(deps, scope, target(document));
    expect(await getDocument(deps, scope, target(document))).toMatchObject({ state: 'SUCCESS', progress: { read: 1 } });
    expect((await pagesOf(document)).map(({ url }) => url)).toEqual([site.url('/meant')]);
    expect(await named()).toEqual([
      { agentId, knownBy: '127.0.0.1', siteName: '127.0.0.1' },
      { agentId, knownBy: '127.0.0.1', siteName: 'Harbour Bikes' },
    ]);

    const text = await learn({ kind: 'text', title: 'T', text: 'Typed.' });
    await expect(updateDocument(deps, member, target(text), { url: site.url('/meant') })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('stops at the limit of pages, says so, and forgets pages that are gone at the next reading', async () => {
    const { learn, pagesOf, scope, target, member } = await start();
    const numbers = Array.from({ length: 12 }, (_, at) => at);
    for (const n of numbers) site.pages[`/many/${n}`] = page(`Page ${n}`, `<p>This is page ${n}.</p>`);
    site.pages['/many/'] = page('Many', numbers.map((n) => `<a href="/many/${n}">${n}</a>`).join(' '));
    const document = await learn({ kind: 'crawl', url: site.url('/many/'), refreshRate: 'never', pagesMax: 5 });
    expect(document).toMatchObject({ state: 'SUCCESS', progress: { read: 5 } });
    expect(document.stateReason).toBe('The site has more pages; the first 5 were read.');
    expect(await pagesOf(document)).toHaveLength(5);

    site.pages['/many/'] = page('Many', '<p>Few.</p><a href="/many/1">1</a>');
    await readDocument(deps, scope, target(document));
    // Three of five are gone: somebody has to say that they may.
    const { waitingRunId } = await getCrawl(deps, member, target(document));
    expect(await pagesOf(document)).toHaveLength(5);
    await settleRun(deps, member, { ...target(document), runId: waitingRunId! }, 'approve');
    await readDocument(deps, scope, target(document));
    const left = await pagesOf(document);
    expect(left.map((one) => new URL(one.url ?? '').pathname).toSorted()).toEqual(['/many/', '/many/1']);
    expect((await getDocument(deps, scope, target(document))).chunks).toBe(2);
  });

  it('reads the first pages of a sitemap of 100,000 entries', async () => {
    const { learn, pagesOf } = await start();
    for (let n = 0; n < 3; n += 1) site.pages[`/sm/${n}`] = page(`P ${n}`, `<p>Entry ${n}.</p>`);
    site.pages['/sitemap.xml'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' });
      const entries = Array.from({ length: 100_000 }, (_, n) => `<url><loc>${site.url(`/sm/${n}`)}</loc></url>`);
      response.end(`<?xml version="1.0"?><urlset>${entries.join('')}</urlset>`);
    };
    const document = await learn({ kind: 'sitemap', url: site.url('/sitemap.xml'), refreshRate: 'never', pagesMax: 3 });
    expect(document).toMatchObject({ state: 'SUCCESS', progress: { found: 3, read: 3 } });
    expect(document.stateReason).toBe('The sitemap lists 100,000 pages; the first 3 were read.');
    expect(await pagesOf(document)).toHaveLength(3);
  });

  it('reads again after a run that was killed, without doubling pages; a live run is left alone', async () => {
    const { add, scope, target, pagesOf, agentId } = await start();
    site.pages['/kill/'] = page('Kill', '<p>Start.</p><a href="/kill/1">1</a>');
    site.pages['/kill/1'] = page('One', '<p>One.</p>');
    const document = await add({ kind: 'crawl', url: site.url('/kill/'), refreshRate: 'never', pagesMax: 9 });
    const killed = await startReadingRun(deps, scope, target(document));
    killed?.stop();
    await readDocument(deps, scope, target(document));
    expect(await getDocument(deps, scope, target(document))).toMatchObject({ state: 'PENDING' });

    const due = () => startDueReadings(deps, testSystemScope, (uid) => makeScope(uid as typeof scope.workspaceUid));
    await due();
    expect(await eventsOf(agentId)).toEqual(['document_added']);
    await database.unscoped
      .update(knowledgeDocuments)
      .set({ leaseUntil: new Date(Date.now() - 1) })
      .where(eq(knowledgeDocuments.id, document.id));
    await due();
    expect(await eventsOf(agentId)).toEqual(['document_added', 'document_refresh_due']);
    await readDocument(deps, scope, target(document));
    await readDocument(deps, scope, target(document));
    expect(await getDocument(deps, scope, target(document))).toMatchObject({ state: 'SUCCESS' });
    expect(await pagesOf(document)).toHaveLength(2);
    await expect(killed?.report({ read: 1 })).rejects.toThrow();
  });

  it('gives up what was cut off three times, until its owner asks for it again', async () => {
    const { add, scope, target, agentId, member } = await start();
    const document = await add({ kind: 'text', title: 'Killer', text: 'Whoever reads this is killed.' });
    const endLease = () =>
      database.unscoped
        .update(knowledgeDocuments)
        .set({ leaseUntil: new Date(Date.now() - 1) })
        .where(eq(knowledgeDocuments.id, document.id));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      (await startReadingRun(deps, scope, target(document)))?.stop();
      await endLease();
    }
    const due = () => startDueReadings(deps, testSystemScope, (uid) => makeScope(uid as typeof scope.workspaceUid));
    expect(await due()).toBe(1);
    expect(await startReadingRun(deps, scope, target(document))).toBeNull();
    const given = await getDocument(deps, scope, target(document));
    expect(given).toMatchObject({ state: 'ERROR', stateReason: expect.stringContaining('given up') });
    expect(await due()).toBe(0);
    await readDocument(deps, scope, target(document));
    expect((await getDocument(deps, scope, target(document))).state).toBe('ERROR');
    expect((await eventsOf(agentId)).filter((type) => type === 'document_failed')).toHaveLength(1);
    await refreshDocument(deps, member, target(document));
    await readDocument(deps, scope, target(document));
    expect((await getDocument(deps, scope, target(document))).state).toBe('SUCCESS');
  });

  it('reads by the clock what is due, and nothing else', async () => {
    const { learn, agentId, scope, target } = await start();
    site.pages['/clock'] = page('Clock', '<p>Tick.</p>');
    const document = await learn({ kind: 'url', url: site.url('/clock'), refreshRate: '1h' });
    await learn({ kind: 'text', title: 'T', text: 'No clock.' });
    const makeTenant = (uid: string) => makeScope(uid as typeof scope.workspaceUid);
    const events = async () => (await eventsOf(agentId)).filter((type) => type === 'document_refresh_due').length;
    await startDueReadings(deps, testSystemScope, makeTenant, new Date(Date.now() + 3_590_000));
    expect(await events()).toBe(0);
    await startDueReadings(deps, testSystemScope, makeTenant, new Date(Date.now() + 3_610_000));
    await startDueReadings(deps, testSystemScope, makeTenant, new Date(Date.now() + 3_610_000));
    expect(await events()).toBe(1);
    await readDocument(deps, scope, target(document));
    expect(await getDocument(deps, scope, target(document))).toMatchObject({ state: 'SUCCESS' });
  });

  it('lets an edit win over the reading that was under way', async () => {
    const { add, scope, target, member } = await start();
    const document = await add({ kind: 'text', title: 'T', text: 'Old text.' });
    const run = await startReadingRun(deps, scope, target(document));
    const edited = await updateDocument(deps, member, target(document), { text: 'New text.' });
    expect(edited).toMatchObject({ state: 'INITIALIZED' });
    await expect(run?.finish({ state: 'SUCCESS' })).rejects.toThrow();
    run?.stop();
    await readDocument(deps, scope, target(document));
    expect((await getDocument(deps, scope, target(document))).chunkList.map((chunk) => chunk.text)).toEqual([
      'New text.',
    ]);
  });

  it('deletes a document with its pages, chunks and file', async () => {
    const { learn, scope, target, member, agentId } = await start();
    const before = await countStored();
    const file = await learn({ kind: 'file', file: await sample('terms.pdf') });
    expect(await countStored()).toBe(before + 1);
    site.pages['/del/'] = page('Del', '<p>Start.</p><a href="/del/1">1</a>');
    site.pages['/del/1'] = page('One', '<p>One.</p>');
    const crawl = await learn({ kind: 'crawl', url: site.url('/del/'), refreshRate: 'never', pagesMax: 9 });
    await deleteDocument(deps, member, target(file));
    await deleteDocument(deps, member, target(crawl));
    expect(await countStored()).toBe(before);
    expect((await listDocuments(deps, scope, { agentId, limit: 10 })).items).toEqual([]);
    const left = await database.unscoped.execute(sql`
      select (select count(*) from knowledge_chunks where agent_id = ${agentId})::int as chunks,
             (select count(*) from knowledge_documents where agent_id = ${agentId})::int as documents,
             (select count(*) from knowledge_terms where agent_id = ${agentId} and chunks > 0)::int as terms`);
    expect(left.rows).toEqual([{ chunks: 0, documents: 0, terms: 0 }]);
    await expect(deleteDocument(deps, member, target(file))).rejects.toMatchObject({ code: 'not_found' });
  });

  it("answers not_found for another workspace's agent and documents, and forbidden without agents.write", async () => {
    const mine = await start();
    const theirs = await start();
    const document = await theirs.learn({ kind: 'text', title: 'T', text: 'Secret.' });
    const target = theirs.target(document);
    const notFound = { code: 'not_found' };
    await expect(getDocument(deps, mine.scope, target)).rejects.toMatchObject(notFound);
    await expect(listDocuments(deps, mine.scope, { agentId: theirs.agentId, limit: 5 })).rejects.toMatchObject(
      notFound,
    );
    await expect(updateDocument(deps, mine.member, target, { title: 'x' })).rejects.toMatchObject(notFound);
    await expect(refreshDocument(deps, mine.member, target)).rejects.toMatchObject(notFound);
    await expect(deleteDocument(deps, mine.member, target)).rejects.toMatchObject(notFound);
    await expect(
      addDocument(deps, mine.member, theirs.agentId, { kind: 'text', title: 'x', text: 'y' }),
    ).rejects.toMatchObject(notFound);
    await expect(
      addDocument(deps, mine.member, theirs.agentId, { kind: 'file', file: await sample('terms.pdf') }),
    ).rejects.toMatchObject(notFound);
    await readDocument(deps, mine.scope, target);
    const reader = { ...theirs.member, permissions: [] };
    await expect(deleteDocument(deps, reader, target)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(updateDocument(deps, reader, target, { title: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('reserves a place for each document in the write: of many at once, only as many as there is room for are taken', async () => {
    const { add, agentId, scope, learn, pagesOf } = await start();
    await database.unscoped.execute(sql`
      insert into knowledge_documents (id, workspace_uid, agent_id, kind, title, progress)
      select 'doc_' || ${agentId} || n, ${scope.workspaceUid}, ${agentId}, 'text', 'Filler', '{}'
      from generate_series(1, ${limits.knowledgeDocumentsMax - 3}) n`);
    site.pages['/full/'] = page(
      'Full',
      '<p>Start.</p><a href="/full/1">1</a><a href="/full/2">2</a><a href="/full/3">3</a>',
    );
    for (const n of [1, 2, 3]) site.pages[`/full/${n}`] = page(`F ${n}`, `<p>Page ${n}.</p>`);
    const crawl = await learn({ kind: 'crawl', url: site.url('/full/'), refreshRate: 'never', pagesMax: 9 });
    expect(crawl).toMatchObject({ state: 'SUCCESS', progress: { read: 2 } });
    expect(crawl.stateReason).toContain('This agent has reached its document limit');
    expect(await pagesOf(crawl)).toHaveLength(2);

    await database.unscoped.execute(
      sql`delete from knowledge_documents where id in (${`doc_${agentId}1`}, ${`doc_${agentId}2`})`,
    );
    const attempts = Array.from({ length: 8 }, (_, n) => add({ kind: 'text', title: `T${n}`, text: 'x' }));
    const outcomes = (await Promise.allSettled(attempts)).map((one) =>
      one.status === 'fulfilled' ? 'taken' : one.reason.code,
    );
    expect(outcomes.toSorted()).toEqual([...Array(6).fill('document_limit_reached'), 'taken', 'taken']);
  });

  it('lists page by page and searches titles and addresses', async () => {
    const { add, scope, agentId } = await start();
    for (const title of ['Alpha', 'Beta', 'Gamma', '100% wool']) await add({ kind: 'text', title, text: 'x' });
    const first = await listDocuments(deps, scope, { agentId, limit: 3 });
    const second = await listDocuments(deps, scope, { agentId, limit: 3, cursor: first.nextCursor ?? undefined });
    expect([...first.items, ...second.items].map((one) => one.title).toSorted()).toEqual([
      '100% wool',
      'Alpha',
      'Beta',
      'Gamma',
    ]);
    expect(second.nextCursor).toBeNull();
    const found = await listDocuments(deps, scope, { agentId, limit: 3, search: '0% W' });
    expect(found.items.map((one) => one.title)).toEqual(['100% wool']);
  });
});

const countStored = async () => (await readdir(join(reading.folder, 'na')).catch(() => [])).length;
