import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTestScope, openBothDatabases, testSystemScope } from '../../test/harness/database.ts';
import { againWhilePassing } from './again-while-passing.ts';
import type { Database, Tx } from './database.ts';
import { Moved } from './moved.ts';
import { type HomeState, workspaceHome } from './schema/cells.ts';
import { fileTotals } from './schema/uploads.ts';
import type { Scope } from './scope.ts';

const SECOND = 1_000;

async function setHome(database: Database, scope: Scope, state: HomeState, untilMs = 60 * SECOND) {
  const home = { state, movingUntil: new Date(Date.now() + untilMs) };
  await database.transaction(testSystemScope, (tx) =>
    tx
      .insert(workspaceHome)
      .values({ workspaceUid: scope.workspaceUid, ...home })
      .onConflictDoUpdate({ target: workspaceHome.workspaceUid, set: home }),
  );
}

const stateOf = async (database: Database, scope: Scope) => {
  const rows = await database.transaction(testSystemScope, (tx) =>
    tx.select().from(workspaceHome).where(sql`${workspaceHome.workspaceUid} = ${scope.workspaceUid}`),
  );
  return rows[0]?.state;
};

const row = (workspaceUid: WorkspaceUid, purpose: 'document' | 'other') => ({ workspaceUid, purpose, bytes: 1 });
const write = (tx: Tx, scope: Scope) => tx.insert(fileTotals).values(row(scope.workspaceUid, 'other'));
const read = (tx: Tx) => tx.select().from(fileTotals);
const outcome = (work: Promise<unknown>) =>
  work.then(
    (answer) => answer,
    (error: unknown) => (error instanceof Moved ? `moved: ${error.home}` : error),
  );

describe.each(await openBothDatabases())('a workspace that is moved, on $name', ({ database }) => {
  beforeAll(() => database.unscoped.execute(sql`select nextval('workspace_moves')`));
  afterAll(() => database.unscoped.execute(sql`alter sequence workspace_moves restart`));

  const start = async () => {
    const scope = newTestScope();
    await database.transaction(scope, (tx) => tx.insert(fileTotals).values(row(scope.workspaceUid, 'document')));
    return scope;
  };
  const count = (workspace: Scope) => database.call(workspace, 'probe_reads', []);
  const change = (workspace: Scope) => database.call(workspace, 'probe_writes', []);
  const withProbes = async () => {
    for (const [name, kind, body] of [
      ['probe_reads', 'stable', 'return (select json_agg(purpose) from file_totals where workspace_uid = uid);'],
      ['probe_writes', 'volatile', 'update file_totals set bytes = 7 where workspace_uid = uid; return to_json(true);'],
    ])
      await database.unscoped.execute(
        sql.raw(
          `create or replace function ${name}(uid text) returns json language plpgsql ${kind} as $$ begin ${body} end $$`,
        ),
      );
    return async () => {
      await database.unscoped.execute(sql`drop function probe_reads(text), probe_writes(text)`);
    };
  };

  it('is read and not written while it moves, and is refused once it is away', async () => {
    const drop = await withProbes();
    const [scope, other] = [await start(), await start()];
    await setHome(database, scope, 'moving');
    expect(await outcome(database.transaction(scope, read))).toHaveLength(1);
    expect(await outcome(database.transaction(scope, (tx) => write(tx, scope)))).toBe('moved: moving');
    expect(await outcome(count(scope))).toEqual(['document']);
    expect(await outcome(change(scope))).toBe('moved: moving');
    for (const state of ['away', 'arriving', 'gone'] as const) {
      await setHome(database, scope, state);
      expect(await outcome(database.transaction(scope, read))).toBe('moved: away');
      expect(await outcome(count(scope))).toBe('moved: away');
      expect(await outcome(change(scope))).toBe('moved: away');
    }
    // Nobody else notices, also on the connections that were refused before.
    expect(await outcome(change(other))).toBe(true);
    await database.transaction(other, (tx) => write(tx, other));
    await setHome(database, scope, 'here');
    expect(await outcome(change(scope))).toBe(true);
    await drop();
  });

  it('is taken back by whoever comes first when its move has ended without a word', async () => {
    const scope = await start();
    await setHome(database, scope, 'moving', -SECOND);
    await database.transaction(scope, (tx) => write(tx, scope));
    expect(await stateOf(database, scope)).toBe('here');
    await setHome(database, scope, 'away', -SECOND);
    expect(await outcome(database.transaction(scope, read))).toBe('moved: away');
  });

  it('is no part of another transaction, which goes on', async () => {
    const [scope, other] = [await start(), await start()];
    await setHome(database, scope, 'moving');
    const seen = await database.transaction(testSystemScope, async (tx) => {
      const refused = await outcome(database.within(tx, scope, () => read(tx)));
      await database.within(tx, other, () => write(tx, other));
      return refused;
    });
    expect(seen).toBe('moved: moving');
    expect(await database.transaction(other, read)).toHaveLength(2);
  });

  it('has no row that a job may claim, change, take away or add, and is found by looking', async () => {
    const [scope, other] = [await start(), await start()];
    const uids = [scope.workspaceUid, other.workspaceUid];
    const ofBoth = sql`${fileTotals.workspaceUid} in ${uids}`;
    const inSystem = <Result>(work: (tx: Tx) => Promise<Result>) => database.transaction(testSystemScope, work);
    for (const state of ['moving', 'away', 'arriving'] as const) {
      await setHome(database, scope, state);
      const seen = await inSystem((tx) => tx.select().from(fileTotals).where(ofBoth));
      const claimed = await inSystem((tx) => tx.select().from(fileTotals).where(ofBoth).for('update'));
      const changed = await inSystem((tx) => tx.update(fileTotals).set({ bytes: 5 }).where(ofBoth).returning());
      expect([seen, claimed, changed].map((rows) => rows.length)).toEqual([2, 1, 1]);
      expect(await outcome(inSystem((tx) => write(tx, scope)))).toBe('moved: moving');
    }
    const gone = await inSystem((tx) => tx.delete(fileTotals).where(ofBoth).returning());
    expect(gone.map(({ workspaceUid }) => workspaceUid)).toEqual([other.workspaceUid]);
  });

  it('is tried again while it moves, and not when it is away', async () => {
    const scope = await start();
    const tries = async (state: HomeState) => {
      await setHome(database, scope, state);
      let count = 0;
      const work = () => {
        count += 1;
        if (count === 2 && state === 'moving') return setHome(database, scope, 'here');
        return database.transaction(scope, (tx) => write(tx, scope));
      };
      return [await outcome(againWhilePassing(5 * SECOND, work)), count];
    };
    expect(await tries('moving')).toEqual([undefined, 2]);
    expect(await tries('away')).toEqual(['moved: away', 1]);
  });
});
