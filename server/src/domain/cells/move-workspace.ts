import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type pg from 'pg';
import * as rows from './copied-rows.queries.ts';
import * as homes from './homes.queries.ts';

/** Why it was not moved, in words for who asked. Nothing was changed. */
export class NotMoved extends Error {}

export type Step = 'claimed' | 'cleared' | 'moving' | 'quiet' | 'copied' | 'arriving' | 'away' | 'here' | 'gone';

export type Move = {
  /** Connections of their own of the two databases (`openCell`). */
  source: pg.Client;
  target: pg.Client;
  uid: WorkspaceUid;
  /** For how long the workspace is not written at the most. */
  withinMs: number;
  /** Says in the directory where it is from now on. */
  direct?: (epoch: number) => Promise<void>;
  onStep?: (step: Step) => Promise<void> | void;
};

/** Until a move that was begun, and has not stopped anybody yet, may be begun by another. */
const CLAIM_MS = 60_000;
const LOOK_MS = 10;

/**
 * Moves a workspace to another database of its region. May be killed at any moment and run again: before `leaveHome` the workspace is where it was,
 * after it the next run goes on. Any number may run at once; one of them moves it.
 */
export async function moveWorkspace(move: Move): Promise<void> {
  const { source, uid } = move;
  const found = await homes.readHome(source, uid);
  if (found?.state === 'gone' || found?.state === 'away') return finish(move, found.epoch);
  const people = await demandFit(move);
  const mover = randomUUID();
  const epoch = await homes.claimHome(source, uid, mover, CLAIM_MS);
  if (epoch === null) throw new NotMoved('Another move of this workspace goes on. Look again in a minute.');
  try {
    await move.onStep?.('claimed');
    await clear(move, mover);
    await moveClaimed(move, mover, epoch + 1, people);
  } catch (error) {
    await undo(move, mover);
    throw error;
  }
  await move.onStep?.('away');
  await finish(move, epoch + 1);
}

/** What has to be so before anybody is stopped; the people whom the workspace needs. */
async function demandFit({ source, target, uid }: Move): Promise<string[]> {
  const [one, other] = [await rows.readForm(source), await rows.readForm(target)];
  if (one === null || other === null) throw new NotMoved('Start a server of this version on both databases first.');
  if (one !== other) throw new NotMoved('The two databases are of different versions. Start the same version on both.');
  const people = await rows.within(source, uid, () => rows.listPeople(source, uid));
  if (people.length === 0) throw new NotMoved(`There is no workspace ${uid} in the first database.`);
  const strangers = await rows.listStrangers(source, target, people);
  if (strangers.length > 0)
    throw new NotMoved(`The other database knows an address of its people under another id: ${strangers.join(', ')}.`);
  const there = await homes.readHome(target, uid);
  if (there?.state === 'here') throw new NotMoved('The workspace is in the other database already.');
  return people;
}

/** What an earlier move left at the target goes before anybody is stopped. */
async function clear(move: Move, mover: string): Promise<void> {
  const { source, target, uid } = move;
  const there = await homes.readHome(target, uid);
  if (there && there.state !== 'gone') {
    const keeping = setInterval(() => void homes.keepHome(source, uid, mover, CLAIM_MS).catch(() => {}), CLAIM_MS / 4);
    await rows.deleteRows(target, uid, there).finally(() => clearInterval(keeping));
    if (!(await homes.forgetRows(target, uid, there))) throw new NotMoved('Another move has begun meanwhile.');
  }
  if (!(await homes.keepHome(source, uid, mover, CLAIM_MS))) throw new NotMoved('Another move has begun meanwhile.');
  await move.onStep?.('cleared');
}

async function moveClaimed(move: Move, mover: string, epoch: number, people: string[]): Promise<void> {
  const { source, target, uid, withinMs } = move;
  const endsAt = performance.now() + withinMs;
  if (!(await homes.stopWriting(source, uid, mover, withinMs))) throw new NotMoved('Another move has begun meanwhile.');
  await move.onStep?.('moving');
  await waitForOlder(source, endsAt);
  await move.onStep?.('quiet');
  // Whatever hangs ends by itself: nobody is stopped for longer than was said.
  const left = Math.max(1, Math.round(endsAt - performance.now()));
  await rows.within(target, uid, async () => {
    await Promise.all([source, target].map((cell) => cell.query(`set statement_timeout = ${left}`)));
    await rows.within(source, uid, () => copy(move, people), 'isolation level repeatable read read only');
    await move.onStep?.('copied');
    await homes.announceHome(target, uid, mover, epoch);
  });
  await Promise.all([source, target].map((cell) => cell.query('set statement_timeout = 0')));
  await move.onStep?.('arriving');
  if (!(await homes.leaveHome(source, uid, mover))) throw new NotMoved(`It was not done within ${withinMs} ms.`);
}

/** A transaction that asked where the workspace is before it was stopped may still write. */
async function waitForOlder(source: pg.Client, endsAt: number): Promise<void> {
  const older = await homes.listOpen(source);
  for (;;) {
    const open = new Set(await homes.listOpen(source));
    const left = older.filter((one) => open.has(one));
    if (left.length === 0) return;
    if (performance.now() > endsAt)
      throw new NotMoved(`Transactions that began before did not end: ${left.join('; ')}`);
    await wait(LOOK_MS);
  }
}

/** All rows, and then the same of both sides by count and content. */
async function copy({ source, target, uid }: Move, people: string[]): Promise<void> {
  const all = await rows.listMovedTables(source);
  const tables = await rows.listFilled(source, uid, all);
  await rows.copyPeople(source, target, people);
  await rows.takeMover(source, uid);
  for (const table of tables) await rows.copyRows(source, target, uid, table);
  for (const table of tables) {
    const [one, other] = await Promise.all([source, target].map((cell) => rows.digestRows(cell, uid, table)));
    if (one !== other) throw new NotMoved(`${table.name} is not the same in both databases: ${one}, ${other}.`);
  }
  const more = (await rows.listFilled(target, uid, all)).length - tables.length;
  if (more !== 0) throw new NotMoved(`The other database has rows in ${more} tables more.`);
  await rows.copyJobs(source, target, uid);
}

/** The workspace is written again first, then what came to the target goes. What cannot be undone now, the next run does. */
async function undo({ source, target, uid }: Move, mover: string): Promise<void> {
  await Promise.all([source, target].map((cell) => cell.query('rollback; set statement_timeout = 0').catch(() => {})));
  const isHere = await homes.writeAgain(source, uid, mover).catch(() => false);
  if (!isHere) return;
  const there = await homes.readHome(target, uid).catch(() => null);
  if (there?.state === 'arriving' && there.mover === mover) {
    await rows.deleteRows(target, uid, there);
    await homes.forgetRows(target, uid, there);
  }
  await homes.letGo(source, uid, mover);
}

/** From the deciding step on there is only forward. */
async function finish(move: Move, epoch: number): Promise<void> {
  const { source, target, uid } = move;
  // Nobody is served in between: whoever is led to the other database too early is told to ask again.
  await move.direct?.(epoch);
  await homes.settleHome(target, uid, epoch);
  const there = await homes.readHome(target, uid);
  if (!there || there.epoch < epoch || there.state === 'arriving')
    throw new NotMoved('The workspace was moved to a database that is not this one.');
  await move.onStep?.('here');
  const left = await homes.readHome(source, uid);
  if (left) {
    await rows.deleteRows(source, uid, left);
    await homes.forgetRows(source, uid, left);
  }
  await move.onStep?.('gone');
}

/** Whether a move out of this database was decided and has not come to its end. */
export const hasLeft = async (cell: pg.Client, uid: WorkspaceUid): Promise<boolean> =>
  (await homes.readHome(cell, uid))?.state === 'away';
