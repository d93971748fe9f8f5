import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { makeLocalDisk } from '../../src/adapters/local-disk/local-disk.ts';
import { makeZipWriter } from '../../src/adapters/yazl/zip-writer.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { purgeExports } from '../../src/domain/exports/delete-archives.ts';
import { ATTEMPTS_MAX, PART_BYTES } from '../../src/domain/exports/exports.rules.ts';
import { makeExport } from '../../src/domain/exports/make-export.ts';
import { openArchive } from '../../src/domain/exports/open-archive.ts';
import { requestExport } from '../../src/domain/exports/request-export.ts';
import { resumeExports } from '../../src/domain/exports/resume-exports.ts';
import type { FileStore } from '../../src/domain/uploads/uploads.ports.ts';
import { eraseWorkspace } from '../../src/domain/workspaces/erase-workspace.ts';
import { actor, mailedProps, makeWorkspace, secretKey } from '../factories/people.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { rowsOf } from '../harness/table-catalogue.ts';

const planted = vi.hoisted(() => ({ isFenceOpen: false }));
vi.mock('../../src/db/lease.ts', async (original) => {
  const real = await original<typeof import('../../src/db/lease.ts')>();
  const isHeld: typeof real.isHeld = (row, lease) => (planted.isFenceOpen ? sql`true` : real.isHeld(row, lease));
  return { ...real, isHeld };
});

describe.each(await openJourneyDatabases())('an archive on $name', ({ database }) => {
  const folder = mkdtempSync(join(tmpdir(), 'archives-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const disk = makeLocalDisk(folder);
  const storedKeys = () => {
    const place = join(folder, database.region);
    return existsSync(place) ? readdirSync(place).map((name) => `${database.region}/${name}`) : [];
  };
  const depsOf = (fileStore: FileStore = disk) => ({
    database,
    systemScope: testSystemScope,
    fileStore,
    makeArchiveWriter: makeZipWriter,
    secretKey,
    publicUrl: null,
  });

  /** Log entries of words that no packing shortens much: about `megabytes` of archive. Many of one moment. */
  async function makeWorkspaceOf(entries: number, charsOf = 8) {
    const workspace = await makeWorkspace(database);
    await database.unscoped.execute(sql`
      insert into log_entries (id, workspace_uid, type, content, metadata, created_at)
      select ${workspace.uid}::text || n, ${workspace.uid}, 'order',
        (select string_agg(md5(n::text || i::text || random()::text), '') from generate_series(1, ${charsOf}::int) i), '{}',
        timestamptz '2026-01-01' + (n / 700) * interval '1 second'
      from generate_series(1, ${entries}::int) n`);
    const member = actor(workspace.scope, workspace.owner);
    return { ...workspace, member, ask: async () => (await requestExport({ database }, member)).id };
  }
  const rowOf = async (id: ExportId) => {
    const [row] = await rowsOf<{ state: string; attempt: number; parts: { key: string; attempt: number }[] }>(
      database,
      sql`select state, lease_attempt as attempt, (select coalesce(json_agg(json_build_object('key', storage_key, 'attempt', attempt)
          order by number), '[]') from workspace_export_parts where export_id = ${id}) as parts
        from workspace_exports where id = ${id}`,
    );
    return row!;
  };
  const endLease = (id: ExportId) =>
    database.unscoped.execute(sql`update workspace_exports set lease_until = now() where id = ${id}`);
  const mailsAbout = async (email: string) =>
    (await mailedProps(database, email)).flatMap((props) => ('isReady' in props ? [props.isReady] : []));

  test('of many pages and pieces is whole, and two workers make one', async () => {
    const { scope, member, owner, ask } = await makeWorkspaceOf(2_400, 300);
    const id = await ask();
    await Promise.all([makeExport(depsOf(), scope, id), makeExport(depsOf(), scope, id)]);
    const { state, attempt, parts } = await rowOf(id);
    expect({ state, attempt }).toEqual({ state: 'ready', attempt: 1 });
    expect(parts.length).toBeGreaterThan(1);
    expect(await mailsAbout(owner.email)).toEqual([true]);
    const answer = await openArchive(depsOf(), member, id, null);
    const { 'data/log_entries.jsonl': lines } = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const ids = new TextDecoder()
      .decode(lines)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id as string);
    expect(ids.length).toBe(2_400);
    expect(new Set(ids).size).toBe(2_400);
    const from = PART_BYTES - 3;
    const cut = await openArchive(depsOf(), member, id, `bytes=${from}-${from + 5}`);
    expect((await cut.arrayBuffer()).byteLength).toBe(6);
    // Once more, as a job may: nothing is left to do.
    await makeExport(depsOf(), scope, id);
    expect((await rowOf(id)).attempt).toBe(1);
  }, 300_000);

  /** One worker stands still there; another takes over and ends; then the first goes on. */
  async function stall(where: 'before it stores' | 'while it stores') {
    const { scope, owner, ask } = await makeWorkspaceOf(1);
    const id = await ask();
    const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stand = async () => {
      reached.resolve();
      await goesOn.promise;
    };
    const slow = depsOf({
      ...disk,
      async put(key, bytes) {
        if (where === 'while it stores') await stand();
        await disk.put(key, bytes);
      },
    });
    const makeSlowWriter: typeof makeZipWriter = () => {
      const writer = makeZipWriter();
      return {
        ...writer,
        async add(path, ...rest) {
          if (path === 'MANIFEST.json' && where === 'before it stores') await stand();
          await writer.add(path, ...rest);
        },
      };
    };
    const before = storedKeys();
    const first = makeExport({ ...slow, makeArchiveWriter: makeSlowWriter }, scope, id);
    await reached.promise;
    await endLease(id);
    await makeExport(depsOf(), scope, id);
    goesOn.resolve();
    await first;
    const { state, parts } = await rowOf(id);
    const stored = storedKeys().filter((key) => !before.includes(key));
    return {
      state,
      attempts: [...new Set(parts.map(({ attempt }) => attempt))].sort(),
      lost: stored.filter((key) => !parts.some((part) => part.key === key)),
      mails: await mailsAbout(owner.email),
    };
  }
  const WHOLE = { state: 'ready', attempts: [2], lost: [], mails: [true] };

  test.each(['before it stores', 'while it stores'] as const)(
    'a worker that stands still %s loses it to another, and leaves nothing',
    async (where) => {
      expect(await stall(where)).toEqual(WHOLE);
    },
  );

  test('planted: writes that do not ask whose it is', async () => {
    planted.isFenceOpen = true;
    const found = await stall('before it stores').finally(() => {
      planted.isFenceOpen = false;
    });
    expect(found).toMatchObject({ attempts: [1, 2], mails: [true, true] });
  });

  test('a store that fails every time ends in a failure that is told, and nothing of it is left', async () => {
    const { scope, owner, ask } = await makeWorkspaceOf(1);
    const id = await ask();
    const before = storedKeys();
    const failing: FileStore = { ...disk, put: () => Promise.reject(new Error('the disk is full')) };
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1)
      await expect(makeExport(depsOf(failing), scope, id)).rejects.toThrow('the disk is full');
    expect(await rowOf(id)).toEqual({ state: 'failed', attempt: ATTEMPTS_MAX, parts: [] });
    expect(await mailsAbout(owner.email)).toEqual([false]);
    expect(storedKeys()).toEqual(before);
    await makeExport(depsOf(), scope, id);
    expect((await rowOf(id)).state).toBe('failed');
    // A new one can be asked for.
    const again = await ask();
    await makeExport(depsOf(), scope, again);
    expect((await rowOf(again)).state).toBe('ready');
  });

  test('what kills its worker is given up', async () => {
    const { scope, ask } = await makeWorkspaceOf(1);
    const id = await ask();
    await database.unscoped.execute(
      sql`update workspace_exports set state = 'making', lease_attempt = ${ATTEMPTS_MAX}, lease_owner = 'dead', lease_until = now() where id = ${id}`,
    );
    const asked = () =>
      rowsOf(database, sql`select 1 from outbox where type = 'export_requested' and payload ->> 'exportId' = ${id}`);
    const before = (await asked()).length;
    await resumeExports({ database, systemScope: testSystemScope }, makeScope as never, new Date());
    expect((await asked()).length).toBe(before + 1);
    await makeExport(depsOf(), scope, id);
    expect((await rowOf(id)).state).toBe('failed');
  });

  test('its bytes go when it expires, and with its workspace', async () => {
    const before = storedKeys();
    const [expired, erased] = [await makeWorkspaceOf(1), await makeWorkspaceOf(1)];
    for (const { scope, ask } of [expired, erased]) await makeExport(depsOf(), scope, await ask());
    expect(storedKeys().length).toBe(before.length + 2);
    await database.unscoped.execute(
      sql`update workspace_exports set expires_at = now() - interval '1 second' where workspace_uid = ${expired.uid}`,
    );
    await purgeExports(depsOf(), makeScope as never);
    expect(storedKeys().length).toBe(before.length + 1);
    await database.unscoped.execute(sql`update workspaces set deleted_at = now() where uid = ${erased.uid}`);
    await eraseWorkspace(depsOf(), erased.scope);
    expect(storedKeys()).toEqual(before);
  });

  test('of a workspace that is erased meanwhile nothing is stored', async () => {
    const { scope, uid, ask } = await makeWorkspaceOf(1);
    const before = storedKeys();
    const id = await ask();
    const erasing: FileStore = {
      ...disk,
      async put(key, bytes) {
        await database.unscoped.execute(sql`update workspaces set deleted_at = now() where uid = ${uid}`);
        await eraseWorkspace(depsOf(), scope);
        await disk.put(key, bytes);
      },
    };
    await makeExport(depsOf(erasing), scope, id);
    expect(storedKeys()).toEqual(before);
    expect(await rowsOf(database, sql`select 1 from workspace_exports where id = ${id}`)).toEqual([]);
  });
});
