import type { WorkspaceUid } from '@antiphon/contract/ids';
import type pg from 'pg';

/** A home as a move sees it: its own, and whose it is. */
export type Home = { state: string; epoch: number; mover: string | null; isOver: boolean };

export async function readHome(cell: pg.Client, uid: WorkspaceUid): Promise<Home | null> {
  const rows = await inSystem<Home>(
    cell,
    `select state, epoch, mover, coalesce(moving_until <= clock_timestamp(), true) as "isOver" from workspace_home where workspace_uid = $1`,
    [uid],
  );
  return rows[0] ?? null;
}

/** For the one move that may go on; nothing of the workspace changes by it. Its epoch, or null where another move has it, or it is not here. */
export async function claimHome(cell: pg.Client, uid: WorkspaceUid, mover: string, ms: number): Promise<number | null> {
  await cell.query(`select nextval('workspace_moves')`);
  const rows = await inSystem<{ epoch: number }>(
    cell,
    `insert into workspace_home as home (workspace_uid, mover, moving_until) values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
     on conflict (workspace_uid) do update set state = 'here', mover = excluded.mover, moving_until = excluded.moving_until
     where home.state in ('here', 'moving') and (home.mover is null or home.moving_until <= clock_timestamp())
     returning epoch`,
    [uid, mover, ms],
  );
  return rows[0]?.epoch ?? null;
}

/** Each step of a move is a change of the row that it claimed, while it has it; false where it has not. */
async function change(
  cell: pg.Client,
  uid: WorkspaceUid,
  mover: string,
  set: string,
  condition: string,
  more: unknown[] = [],
) {
  const rows = await inSystem(
    cell,
    `update workspace_home set ${set}, changed_at = clock_timestamp() where workspace_uid = $1 and mover = $2 and ${condition} returning epoch`,
    [uid, mover, ...more],
  );
  return rows.length > 0;
}

const IN_TIME = 'moving_until > clock_timestamp()';

export const keepHome = (cell: pg.Client, uid: WorkspaceUid, mover: string, ms: number) =>
  change(
    cell,
    uid,
    mover,
    `moving_until = clock_timestamp() + $3 * interval '1 millisecond'`,
    `state = 'here' and ${IN_TIME}`,
    [ms],
  );

/** From here on it is only read, for `ms` at the most. */
export const stopWriting = (cell: pg.Client, uid: WorkspaceUid, mover: string, ms: number) =>
  change(
    cell,
    uid,
    mover,
    `state = 'moving', moving_until = clock_timestamp() + $3 * interval '1 millisecond'`,
    `state = 'here' and ${IN_TIME}`,
    [ms],
  );

/** The step that decides: before it the workspace is where it was, after it in the other database. */
export const leaveHome = (cell: pg.Client, uid: WorkspaceUid, mover: string) =>
  change(cell, uid, mover, `state = 'away', epoch = epoch + 1`, `state = 'moving' and ${IN_TIME}`);

/** Written again; the move keeps the row until it has cleared up. */
export const writeAgain = (cell: pg.Client, uid: WorkspaceUid, mover: string) =>
  change(
    cell,
    uid,
    mover,
    `state = 'here', moving_until = clock_timestamp() + interval '1 minute'`,
    `state in ('here', 'moving')`,
  );

export const letGo = (cell: pg.Client, uid: WorkspaceUid, mover: string) =>
  change(cell, uid, mover, 'mover = null, moving_until = null', `state = 'here'`);

export const settleHome = (cell: pg.Client, uid: WorkspaceUid, epoch: number) =>
  inSystem(
    cell,
    `update workspace_home set state = 'here', mover = null, moving_until = null, changed_at = clock_timestamp()
     where workspace_uid = $1 and state = 'arriving' and epoch = $2 returning epoch`,
    [uid, epoch],
  );

/** False where another move has come meanwhile. */
export async function forgetRows(cell: pg.Client, uid: WorkspaceUid, found: Pick<Home, 'state' | 'mover'>) {
  const rows = await inSystem(
    cell,
    `update workspace_home set state = 'gone', changed_at = clock_timestamp()
     where workspace_uid = $1 and state = $2 and mover is not distinct from $3 returning epoch`,
    [uid, found.state, found.mover],
  );
  return rows.length > 0;
}

/** Within the transaction that brings its rows. */
export async function announceHome(cell: pg.Client, uid: WorkspaceUid, mover: string, epoch: number): Promise<void> {
  await cell.query(`select nextval('workspace_moves')`);
  await cell.query('set local role app_system');
  const { rowCount } = await cell.query(
    `insert into workspace_home as home (workspace_uid, epoch, state, mover) values ($1, $2, 'arriving', $3)
     on conflict (workspace_uid) do update set epoch = excluded.epoch, state = 'arriving', mover = excluded.mover, changed_at = clock_timestamp()
     where home.state <> 'here' and home.epoch <= excluded.epoch`,
    [uid, epoch, mover],
  );
  if (rowCount !== 1) throw new Error('The other database has a newer home of the workspace.');
}

/**
 * The transactions that go on now: what they asked before, they know from before. Such as only read (`pg_dump`) and the database's own
 * do not count.
 */
export async function listOpen(cell: pg.Client): Promise<string[]> {
  const { rows } = await cell.query(`
    select l.virtualtransaction || ' of ' || a.pid || ' ' || a.application_name as open
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'virtualxid' and l.granted and l.virtualxid = l.virtualtransaction and a.datname = current_database()
      and a.backend_type = 'client backend' and a.pid <> pg_backend_pid() and a.application_name <> 'pg_dump'`);
  return rows.map(({ open }) => open);
}

async function inSystem<Row extends object>(cell: pg.Client, text: string, values: unknown[]): Promise<Row[]> {
  await cell.query('begin; set local role app_system');
  try {
    const { rows } = await cell.query(text, values);
    await cell.query('commit');
    return rows as Row[];
  } catch (error) {
    await cell.query('rollback').catch(() => {});
    throw error;
  }
}
