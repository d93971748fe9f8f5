import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { newTestScope, openTestDatabases } from '../../../test/harness/database.ts';
import type { DirectoryTables } from './directory.ports.ts';
import { makeCellDirectory } from './make-directory.ts';
import { moveInDirectory } from './move-in-directory.ts';
import { noteCells } from './note-cells.ts';

const MINUTE = 60_000;

describe.each(await openTestDatabases())('the directory of cells on $name', ({ database }) => {
  const tables = database.unscoped;
  const none: DirectoryTables = {
    ...{ select: tables.select, insert: tables.insert, update: tables.update, delete: tables.delete },
    select: (() => {
      throw new Error('the directory is down');
    }) as never,
  };
  let at = 0;
  let isDown = false;
  const make = () => makeCellDirectory({ first: 'main', tables: () => (isDown ? none : tables), now: () => at });
  beforeEach(() => {
    at = 0;
    isDown = false;
  });

  test('says where a workspace is: in the first cell until it was moved, and where the latest move brought it', async () => {
    const { workspaceUid: uid } = newTestScope();
    expect(await make().findCell(uid)).toBe('main');
    await moveInDirectory(tables, uid, { cell: 'two', epoch: 2 });
    await moveInDirectory(tables, uid, { cell: 'three', epoch: 1 });
    expect(await make().findCell(uid)).toBe('two');
  });

  test('remembers for a minute, looks again when it is told to, and goes on with what it knows while it cannot ask', async () => {
    const { workspaceUid: uid } = newTestScope();
    const directory = make();
    expect(directory.knownCell(uid)).toBeUndefined();
    await directory.findCell(uid);
    await moveInDirectory(tables, uid, { cell: 'two', epoch: 1 });
    at = MINUTE - 1;
    expect(await directory.findCell(uid)).toBe('main');
    expect(await directory.lookAgain(uid)).toBe('two');
    await moveInDirectory(tables, uid, { cell: 'main', epoch: 2 });
    at += MINUTE + 1;
    isDown = true;
    expect(await directory.findCell(uid)).toBe('two');
    await expect(directory.findCell(newTestScope().workspaceUid)).rejects.toThrow('down');
    await expect(directory.lookAgain(uid)).rejects.toThrow('down');
    isDown = false;
    expect(await directory.findCell(uid)).toBe('main');
  });

  test('knows whose something is once it was found, in each process, and holds nobody’s key', async () => {
    const { workspaceUid: uid } = newTestScope();
    const [one, other] = [make(), make()];
    const secret = `vg_${uid}`;
    expect(await one.findWhose('key', secret)).toBeNull();
    one.remember('key', secret, uid);
    one.remember('conversation', 'cnv_1', uid);
    expect(await one.findWhose('key', secret)).toBe(uid);
    expect(await one.findWhose('conversation', 'cnv_1')).toBe(uid);
    await expect.poll(() => other.findWhose('key', secret)).toBe(uid);
    expect(await other.findWhose('conversation', 'cnv_1')).toBeNull();
    const { rows } = (await tables.execute(sql`select * from lookups`)) as unknown as { rows: unknown[] };
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('tells of cells that nobody names any more', async () => {
    expect(await noteCells(tables, ['main', 'two', 'three'])).toEqual([]);
    expect(await noteCells(tables, ['main', 'two'])).toEqual(['three']);
  });
});
