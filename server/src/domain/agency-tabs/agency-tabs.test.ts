import { randomBytes } from 'node:crypto';
import { newTabId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ok, signUp } from '../../../test/factories/api-factory.ts';
import { makeAgency, startClientSession } from '../../../test/factories/client-factory.ts';
import { type Caller, fetchFrom, startTestApi } from '../../../test/harness/api.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';

type Given = { ID?: string; href: string } & Record<string, unknown>;
const tab = (given: Given): Given & { ID: string } => ({ ID: newTabId(), label: 'Offers', ...given });

describe.each(await openTestDatabases())('custom tabs on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());
  const port = new URL(api.origin).port;

  async function begin() {
    const agency = await makeAgency(api);
    const { uid, key } = agency.owner;
    const path = `/v2/workspaces/${uid}/agency`;
    const save = (customTabs: unknown[], more = {}) =>
      api.call('POST', path, { caller: key, body: { customTabs, ...more } });
    const read = async () => ok(await api.call('GET', path, { caller: key })).agency;
    const signIn = async (more: Record<string, unknown>): Promise<Caller> =>
      startClientSession(api, { uid, clientId: (await agency.newClient(more)).ID });
    const me = async (caller: Caller) => ok(await api.call('GET', '/client/me', { caller }));
    const pageOf = (caller: Caller, id: string) => api.call('GET', `/client/tabs/${id}/page`, { caller });
    return { agency, uid, key, save, read, signIn, me, pageOf };
  }
  const fetchPage = async (url: string) => {
    const { pathname, search, hostname } = new URL(url);
    const answer = await fetchFrom(`http://${hostname}:${port}${pathname}${search}`, {});
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };

  test('are saved in their order with the sentences of the specification; 21, or one of over 200 kB, are refused', async () => {
    const { save, read } = await begin();
    const good = [tab({ href: '/offers', htmlContent: '<p>Hi' }), tab({ href: '/prices/', alwaysVisible: true })];
    ok(await save(good));
    const { customTabs } = await read();
    expect(customTabs.map(({ href }: { href: string }) => href)).toEqual(['/offers', '/prices']);
    expect(customTabs[0]).toMatchObject({
      pageType: 'html',
      htmlContent: '<p>Hi',
      jsContent: '',
      alwaysVisible: false,
    });
    const refused = async (given: Given, path = 'customTabs.1.href') =>
      (await save([good[0], tab(given)])).body.issues?.find((issue: { path: string }) => issue.path === path)?.message;
    expect(await refused({ href: 'offers' })).toBe('URL must include a leading slash (/)');
    expect(await refused({ href: '/home' })).toBe('This URL is reserved for a default tab');
    expect(await refused({ href: '/Offers' })).toBe('This URL is already used by another tab');
    for (const iframeUrl of [
      'http://example.com',
      'https://content.localhost',
      'https://a.localhost',
      'http://localhost:9',
    ])
      expect(
        await refused({ href: '/f', pageType: 'iframe', iframeUrl }, 'customTabs.1.iframeUrl'),
        iframeUrl,
      ).toBeTruthy();
    expect(await refused({ href: '/f', origins: ['https://x.localhost'] }, 'customTabs.1.origins')).toBeTruthy();
    const many = (count: number) => Array.from({ length: count }, (_, at) => tab({ href: `/t${at}` }));
    expect((await save(many(21))).status).toBe(400);
    expect((await save(many(20))).status).toBe(200);
    const half = 'é'.repeat(60_000);
    expect((await save([tab({ href: '/big', htmlContent: half, jsContent: half })])).status).toBe(400);
    expect((await save([tab({ href: '/big', htmlContent: half })])).status).toBe(200);
  });

  test('contents that are not sent stay; a tab of another agency is neither read nor written', async () => {
    const { save, read } = await begin();
    const other = await begin();
    const one = tab({ href: '/offers', htmlContent: '<p>canary', jsContent: 'let a;' });
    ok(await save([one]));
    const { htmlContent: _html, jsContent: _js, ...short } = one;
    ok(await save([{ ...short, label: 'Renamed' }]));
    expect((await read()).customTabs[0]).toMatchObject({
      label: 'Renamed',
      htmlContent: '<p>canary',
      jsContent: 'let a;',
    });
    expect((await other.save([{ ...short, htmlContent: 'theirs' }])).status).toBe(400);
    expect((await other.read()).customTabs).toEqual([]);
    expect((await read()).customTabs[0].htmlContent).toBe('<p>canary');
    expect(
      (await api.call('GET', `/v2/workspaces/${other.uid}/agency/tabs/${one.ID}/page`, { caller: other.key })).status,
    ).toBe(404);
  });

  test('an icon of over 1 MB is refused as it is uploaded; a photo of that size is not', async () => {
    const { uid, key } = await begin();
    const side = 720;
    const raw = { width: side, height: side, channels: 3 } as const;
    const noise = await sharp(randomBytes(side * side * 3), { raw })
      .png()
      .toBuffer();
    expect(noise.byteLength).toBeGreaterThan(1024 * 1024);
    const add = (use: string) => {
      const body = new FormData();
      body.set('file', new File([new Uint8Array(noise)], 'noise.png'));
      body.set('use', use);
      return api.call('POST', `/v2/workspaces/${uid}/files`, { caller: key, body });
    };
    expect((await add('tabIcon')).body).toMatchObject({ code: 'too_large', message: 'Max size: 1 MBs' });
    expect((await add('photo')).status).toBe(201);
  });

  // Planted: lists that do not follow -> the moved tab is lost, and a later one at the old place is seen.
  test('lists of access and of order follow a tab that moves, also in a circle, and lose one that is gone', async () => {
    const { save, signIn, me, agency, key, uid } = await begin();
    const [a, b, c] = [tab({ href: '/a' }), tab({ href: '/b' }), tab({ href: '/c' })];
    ok(await save([a, b, c]));
    const lists = { canAccess: ['/home', '/b', '/c', '/nowhere'], clientTabOrder: ['/c', '/home', '/b', '/a'] };
    const client = await signIn(lists);
    const seen = async () => (await me(client)).pages;
    expect(await seen()).toEqual(['/c', '/home', '/b']);
    const org = `/v2/workspaces/${uid}/orgs/${agency.orgId}`;
    ok(
      await api.call('POST', org, {
        caller: key,
        body: { defaultClientAccess: ['/b'], defaultClientTabOrder: ['/b'] },
      }),
    );
    ok(
      await save([
        { ...a, href: '/b' },
        { ...b, href: '/c' },
        { ...c, href: '/a' },
      ]),
    );
    expect(await seen()).toEqual(['/a', '/home', '/c']);
    expect(ok(await api.call('GET', org, { caller: key }))).toMatchObject({
      defaultClientAccess: ['/c'],
      defaultClientTabOrder: ['/c'],
    });
    ok(await save([{ ...a, href: '/b' }]));
    expect(await seen()).toEqual(['/home']);
    ok(await save([{ ...a, href: '/b' }, tab({ href: '/c' })]));
    expect(await seen()).toEqual(['/home']);
    expect(ok(await api.call('GET', org, { caller: key })).defaultClientAccess).toEqual([]);
  });

  test('a client is given the pages that they may see, for five minutes, and nobody another address', async () => {
    const { save, me, pageOf, agency, uid } = await begin();
    const [mine, all, hidden] = [
      tab({
        href: '/mine',
        htmlContent: '<p>mine</p>',
        jsContent: 'const t = "</script><b>";',
        origins: ['https://cdn.example.com/x'],
      }),
      tab({ href: '/all', alwaysVisible: true, htmlContent: '<p>all</p>' }),
      tab({ href: '/hidden', htmlContent: '<p>hidden</p>' }),
    ];
    ok(await save([mine, all, hidden]));
    const person = { canAccess: ['/home', '/mine'], clientTabOrder: ['/mine', '/home'] };
    const { ID: clientId } = await agency.newClient(person);
    const client = await startClientSession(api, { uid, clientId });
    const opened = await startClientSession(api, { uid, clientId }, 'opening');
    for (const caller of [client, opened]) {
      const { tabs, pages } = await me(caller);
      expect(tabs.map(({ href }: { href: string }) => href)).toEqual(['/mine', '/all']);
      expect(pages).toEqual(['/mine', '/home', '/all']);
      expect((await pageOf(caller, mine.ID)).status).toBe(200);
      expect((await pageOf(caller, hidden.ID)).status).toBe(404);
    }
    const key = await startClientSession(api, { uid, clientId: null }, 'agency_secret');
    expect((await pageOf(key, hidden.ID)).status).toBe(200);
    expect((await pageOf({ host: agency.host }, all.ID)).status).toBe(401);
    const { url } = ok(await pageOf(client, mine.ID));
    const page = await fetchPage(url);
    expect(page.text).toContain('<p>mine</p>');
    expect(page.text).toContain('<\\/script>');
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(page.headers.get('content-security-policy')).toBe(
      "sandbox allow-scripts allow-forms allow-popups; default-src 'none'; script-src 'unsafe-inline' https://cdn.example.com; " +
        "style-src 'unsafe-inline' https://cdn.example.com; img-src data: blob: https://cdn.example.com; connect-src https://cdn.example.com; " +
        `font-src data: https://cdn.example.com; media-src https://cdn.example.com; frame-src https://cdn.example.com; form-action 'none'; base-uri 'none'; frame-ancestors http://${agency.host}:${port}`,
    );
    const forged = new URL(url);
    forged.pathname = `/tabs/na/${hidden.ID}`;
    expect((await fetchPage(forged.href)).status).toBe(404);
    for (const [name, value] of [
      ['for', 'https://evil.example'],
      ['until', '9999999999999'],
      ['key', 'x'],
    ] as const) {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      expect((await fetchPage(changed.href)).status, name).toBe(404);
    }
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 60_000 + 1_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await fetchPage(url)).status).toBe(404);
  });

  test('on the host of contents there is nothing else, and contents are on no other', async () => {
    const { save, signIn, pageOf } = await begin();
    const one = tab({ href: '/one', alwaysVisible: true, htmlContent: 'canary' });
    ok(await save([one]));
    const client = await signIn({});
    const { url } = ok(await pageOf(client, one.ID));
    for (const path of ['/', '/app', '/api/na/v2/me', '/widget.js', '/livez', '/assets/x.js'])
      expect((await fetchPage(`http://content.localhost${path}`)).status, path).toBe(404);
    const { pathname, search } = new URL(url);
    for (const host of ['localhost', client.host ?? ''])
      expect((await fetchPage(`http://${host}${pathname}${search}`)).text, host).not.toContain('canary');
  });

  test('the dashboard lets into a frame what its iframes are, and no other', async () => {
    const { save, agency } = await begin();
    ok(await save([tab({ href: '/shop', pageType: 'iframe', iframeUrl: 'https://shop.example.com/a?b' })]));
    const wanted = `frame-src 'self' content.localhost:${port} https://shop.example.com;`;
    await vi.waitFor(async () => {
      const page = await fetchFrom(`http://${agency.host}:${port}/app/na`, {});
      expect(page.headers.get('content-security-policy')).toContain(wanted);
    }, 5_000);
  });

  // Planted: nobody asks for agents -> a new owner's preview is a blocked dashboard.
  test('a preview opens the dashboard of all agents once, for whoever may do everything; without one there is none to open', async () => {
    const { agency, uid, key, save } = await begin();
    ok(await save([tab({ href: '/offers' })]));
    const preview = (caller: Caller) =>
      api.call('POST', `/v2/workspaces/${uid}/agency/preview`, { caller, body: { href: '/offers' } });
    const member = await signUp(api);
    await database.unscoped.execute(sql`insert into workspace_members (workspace_uid, user_id, permissions)
      values (${uid}, ${member.uid}, '["clients.write", "agency.write"]'::jsonb)`);
    expect((await preview(member.caller)).status).toBe(403);
    const url = new URL(ok(await preview(key)).url);
    expect(url.searchParams.get('to')).toBe('/app/na/c/offers');
    const code = new URLSearchParams(url.hash.slice(1)).get('open');
    const entered = await agency.post('/client/open', { code });
    expect(ok(entered).me).toMatchObject({ openedBy: 'key', org: null, tabs: [{ href: '/offers' }] });
    expect((await agency.post('/client/open', { code })).status).toBe(400);
    const hostless = await signUp(api);
    ok(
      await api.call('POST', '/rpc/activateWhitelabelTrial', { caller: hostless.caller, body: { uid: hostless.uid } }),
    );
    const none = await api.call('POST', `/v2/workspaces/${hostless.uid}/agency/preview`, {
      caller: hostless.caller,
      body: {},
    });
    expect(ok(none).url).toBeNull();
    ok(await api.call('DELETE', `/v2/agents/${agency.agentId}`, { caller: key }));
    expect(ok(await preview(key)).url).toBeNull();
  });

  // Planted: the agency's row is read without its lock -> all who name the same revision are answered 200, and five lose their tab.
  test('of those who add a tab at the same path at once each is answered, and one tab is left', async () => {
    const { save, read } = await begin();
    const add = (more = {}) =>
      Promise.all(Array.from({ length: 6 }, (_, at) => save([tab({ href: '/offers', label: `Offers ${at}` })], more)));
    expect((await add()).map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { customTabs, revision } = await read();
    expect(customTabs).toMatchObject([{ href: '/offers' }]);
    // Those who name what they changed are told that another came first.
    const answers = await add({ revision });
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await read()).customTabs).toMatchObject([{ href: '/offers', label: `Offers ${won}` }]);
  });

  test('a client who is added while a tab goes is not given its path', async () => {
    const { save, agency, uid } = await begin();
    for (let round = 0; round < 8; round += 1) {
      const gone = tab({ href: '/gone' });
      ok(await save([gone]));
      await Promise.all([agency.newClient({ canAccess: ['/gone'] }), save([])]);
    }
    const { rows } = (await database.unscoped.execute(
      sql`select can_access from clients where workspace_uid = ${uid} and can_access @> '["/gone"]'`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toEqual([]);
  });
});
