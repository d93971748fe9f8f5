import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { ok, signUp } from '../../../test/factories/api-factory.ts';
import { fetchFrom, originFor, startTestApi, until } from '../../../test/harness/api.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { openFileStore } from '../../../test/harness/file-store.ts';
import { startFontSource } from '../../../test/harness/font-source.ts';
import type { Database } from '../../db/database.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { bringFont, wantLateFonts } from './bring-font.ts';
import { findFont, insertWanted } from './fonts.system.queries.ts';

const source = await startFontSource();
afterAll(() => source.close());

describe.each(await openTestDatabases())('a font that an agency chooses, on $name', async ({ database }) => {
  const api = await startTestApi(database, {
    PLATFORM_ROOT_DOMAIN: 'agencies.test',
    FONT_SOURCE_URL: source.url,
    OUTBOUND_ALLOW_SITES: source.pair,
  });
  afterAll(() => api.stop());

  test('is brought once, stands in the page of its host, and is served from there alone', async () => {
    const owner = await signUp(api);
    const call = (method: string, path: string, body?: object) =>
      api.call(method, path, { caller: owner.caller, body });
    ok(await call('POST', '/rpc/activateWhitelabelTrial', { uid: owner.uid }));
    const asked = () => source.requests.filter((path) => path === '/v1/fonts/cairo').length;
    const before = asked();
    const agency = `/v2/workspaces/${owner.uid}/agency`;
    const check = (family: string) => call('GET', `${agency}/font?family=${encodeURIComponent(family)}`);
    expect(ok(await check('inherit'))).toEqual({ family: 'inherit', state: 'ready', sheet: '' });
    const none = await check('Cairro');
    expect(none.status).toBe(400);
    expect(none.body.issues).toEqual([
      { path: 'googleFont', message: 'This font name is not a valid one, please double check font name.' },
    ]);
    expect(ok(await check(' cairo '))).toMatchObject({ family: 'Cairo' });
    const sheet = `/fonts/${database.region}/cairo.css`;
    await until(
      () => check('Cairo'),
      ({ body }) => body.sheet === sheet && body.state === 'ready',
    );
    const saved = ok(await call('POST', agency, { googleFont: 'CAIRO' }));
    expect(saved.agency).toMatchObject({ googleFont: 'Cairo', fontSheet: sheet });
    expect(asked() - before).toBe(1);

    ok(await call('POST', '/hosting/custom-domain', { uid: owner.uid, customDomain: 'lettered', isVGSubdomain: true }));
    const get = (path: string) => fetchFrom(`${originFor(api.origin, { host: 'lettered.agencies.test' })}${path}`, {});
    const css = await get(sheet);
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
    const text = await css.text();
    const addresses = [...text.matchAll(/url\(([^)]+)\)/g)].map(([, address]) => address!);
    expect(addresses).toHaveLength(6);
    expect(addresses.every((address) => address.startsWith(`/fonts/${database.region}/cairo/`))).toBe(true);
    const file = await get(addresses[0]!);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('wOF2');
    for (const path of ['/fonts/na/made-up.css', '/fonts/na/rubik/0.woff2', `${sheet.slice(0, -4)}/99.woff2`])
      expect((await get(path)).status, path).toBe(404);
  });

  describe('brought', () => {
    const { fileStore, count } = openFileStore();
    const face = { weight: 400, unicodeRange: '', bytes: new Uint8Array([1, 2, 3]) };
    const deps = (bring: () => Promise<(typeof face)[]>, own: Database = database) => ({
      ...{ database: own, systemScope: testSystemScope, fileStore, fontFiles: { bring } },
    });
    const want = (id: string) =>
      database.transaction(testSystemScope, (tx) => insertWanted(tx, testSystemScope, { id, family: id }));
    const find = (id: string) => database.transaction(testSystemScope, (tx) => findFont(tx, testSystemScope, id));
    afterEach(() => database.unscoped.execute(sql`delete from fonts`));

    test('by two at once leaves the files of one', async () => {
      expect([await want('abel'), await want('abel')]).toEqual([true, false]);
      let come = 0;
      const both = Promise.withResolvers<void>();
      const bring = async () => {
        come += 1;
        if (come === 2) both.resolve();
        await both.promise;
        return [face, face];
      };
      await Promise.all([bringFont(deps(bring), 'abel'), bringFont(deps(bring), 'abel')]);
      const font = await find('abel');
      expect(font).toMatchObject({ state: 'ready' });
      expect(count()).toBe(2);
      for (const { storageKey } of font!.faces) expect(await fileStore.get(storageKey)).toHaveLength(3);
    });

    test('from a source that fails is tried again, or remembered as missing, with nothing left in the store', async () => {
      const before = count();
      await want('abel');
      const failing = (kind: 'unreachable' | 'not_found') =>
        deps(async () => {
          throw new VendorFailure(kind, 'No.');
        });
      await expect(bringFont(failing('unreachable'), 'abel')).rejects.toThrow('No.');
      expect(await find('abel')).toMatchObject({ state: 'wanted' });
      await bringFont(failing('not_found'), 'abel');
      expect(await find('abel')).toMatchObject({ state: 'failed' });
      expect(await want('abel')).toBe(false);
      await database.unscoped.execute(sql`update fonts set wanted_at = now() - interval '25 hours'`);
      expect(await want('abel')).toBe(true);
      expect(count()).toBe(before);
    });

    test('too late is asked for again, once', async () => {
      await want('abel');
      const asked = async () => {
        await wantLateFonts(database, testSystemScope);
        const { rows } = (await database.unscoped.execute(
          sql`select count(*)::int as n from outbox where type = 'font_wanted' and payload->>'font' = 'abel'`,
        )) as unknown as { rows: { n: number }[] };
        return rows[0]!.n;
      };
      expect(await asked()).toBe(0);
      await database.unscoped.execute(sql`update fonts set wanted_at = now() - interval '11 minutes'`);
      expect([await asked(), await asked()]).toEqual([1, 1]);
      onTestFinished(() => void database.unscoped.execute(sql`delete from outbox where type = 'font_wanted'`));
    });
  });
});
