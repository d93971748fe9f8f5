import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type ConversationId, type MessageId, newMessageId } from '@antiphon/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { isPassing } from '../../src/db/passing-errors.ts';
import type { Scope } from '../../src/db/scope.ts';
import type { Step } from '../../src/domain/cells/move-workspace.ts';
import { makeJoinedConversations } from '../../src/domain/streams/join-processes.ts';
import { sendMessage } from '../../src/domain/turns/send-message.ts';
import { makeConversation } from '../factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../factories/knowledge-factory.ts';
import { amount } from '../harness/amounts.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';

const program = programOf('./workspace-move-process.ts', import.meta.url);
const make = () => createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 10);
const [one, other] = [await make(), await make()];
afterAll(async () => {
  await one.drop();
  await other.drop();
});

/** A move that is killed stops nobody for longer. */
const WITHIN_MS = 4_000;
const STOP_MS = 10_000;
const WRITERS = amount(16, 4);
const PAST = amount(20_000, 200);
const { live } = makeJoinedConversations({ broker: null });

function startMove(uid: string, stopAt = '') {
  const child = spawn(process.execPath, [program, one.url, other.url, uid, String(WITHIN_MS), stopAt], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const stood = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
    if (said.includes(`${stopAt}\n`)) stood.resolve();
  });
  return { child, said: () => said, gone: once(child, 'exit'), stood: stood.promise };
}

/** As the command's runbook says: again, until it is done. */
async function moveAtLast(uid: string) {
  for (;;) {
    const move = startMove(uid);
    await move.gone;
    if (move.said().includes('moved\n')) return;
    expect(move.said()).toMatch(/refused: (Another move|It was not done within|Transactions that)/);
    await wait(500);
  }
}

async function furnish() {
  const { scope, agentId } = await makeKnowledgeAgent(one.database);
  const conversations: ConversationId[] = [];
  for (let at = 0; at < WRITERS; at += 1)
    conversations.push(await makeConversation(one.database, scope, agentId, [], { isTest: true }));
  await makeConversation(
    one.database,
    scope,
    agentId,
    Array.from({ length: PAST }, (_, at) => ({ role: 'visitor' as const, text: `What was said before, ${at}` })),
  );
  return { scope, conversations };
}

/**
 * Visitors, each of whom sends the same message again until it is accepted, wherever the workspace is; they know of the two databases and of nothing
 * else, as a router does whose cache may be old.
 */
function startWriters(scope: Scope, conversations: ConversationId[]) {
  const accepted = new Set<MessageId>();
  let isOver = false;
  let longest = 0;
  let refused = 0;
  const write = async (conversationId: ConversationId) => {
    for (let at = 0; !isOver; at += 1) {
      const id = newMessageId();
      const begun = performance.now();
      for (let turn = 0; !accepted.has(id); turn += 1) {
        const { database } = turn % 2 ? other : one;
        const text = `Message ${at}`;
        await sendMessage({ database, live }, scope, { conversationId, id, text, fileIds: [] }).then(
          () => accepted.add(id),
          async (error: unknown) => {
            if (!isElsewhere(error)) throw error;
            refused += 1;
            await wait(20);
          },
        );
      }
      longest = Math.max(longest, performance.now() - begun);
      await wait(10);
    }
  };
  const all = Promise.all(conversations.map(write));
  all.catch(() => {});
  const end = async () => {
    isOver = true;
    await all;
    return { accepted, longest, refused };
  };
  return { end };
}

/** Moved, or not there at all: what a cell says of a conversation that it never had. */
const isElsewhere = (error: unknown) =>
  isPassing(error) || (error instanceof Error && 'code' in error && error.code === 'not_found');

async function rowsOf<Row>(database: Database, query: SQL): Promise<Row[]> {
  return ((await database.unscoped.execute(query)) as unknown as { rows: Row[] }).rows;
}
const idsIn = async (database: Database, uid: string) =>
  (
    await rowsOf<{ id: MessageId }>(
      database,
      sql`select id from messages where workspace_uid = ${uid} and role = 'visitor' and text like 'Message %'`,
    )
  ).map(({ id }) => id);
const stateIn = async (database: Database, uid: string) =>
  (await rowsOf<{ state: string }>(database, sql`select state from workspace_home where workspace_uid = ${uid}`))[0]
    ?.state;

/** Nothing lost, nothing there twice, nothing left; and how long a visitor waited at the most. */
async function judge(scope: Scope, { accepted, longest }: { accepted: Set<MessageId>; longest: number }) {
  const uid = scope.workspaceUid;
  const [left, there] = [await idsIn(one.database, uid), await idsIn(other.database, uid)];
  const events = await rowsOf<{ count: number }>(
    other.database,
    sql`select count(*)::int as count from conversation_events where workspace_uid = ${uid} and event = 'message'`,
  );
  return {
    lost: [...accepted].filter((id) => !there.includes(id)).length,
    doubled: there.length - new Set(there).size + (events[0]?.count ?? 0) - there.length,
    left: left.length,
    homes: [await stateIn(one.database, uid), await stateIn(other.database, uid)],
    isStopShort: longest < STOP_MS,
  };
}
const WELL = { lost: 0, doubled: 0, left: 0, homes: ['gone', 'here'], isStopShort: true };

const ALL: Step[] = ['claimed', 'cleared', 'moving', 'quiet', 'copied', 'arriving', 'away', 'here'];
const STEPS = process.env.SOAK ? ALL : (['moving', 'copied', 'arriving', 'away'] as const);

test.each(STEPS)('a move under load, killed at "%s" and run again: nothing is lost or doubled', async (step) => {
  const { scope, conversations } = await furnish();
  const writers = startWriters(scope, conversations);
  await wait(300);
  const killed = startMove(scope.workspaceUid, step);
  await killed.stood;
  killed.child.kill('SIGKILL');
  await killed.gone;
  await moveAtLast(scope.workspaceUid);
  await wait(300);
  const told = await writers.end();
  console.log(
    JSON.stringify({ step, accepted: told.accepted.size, refused: told.refused, longestMs: Math.round(told.longest) }),
  );
  expect(told.accepted.size).toBeGreaterThan(10);
  expect(await judge(scope, told)).toEqual(WELL);
});

test('killed before the step that decides, and not run again: it is written where it was', async () => {
  const { scope, conversations } = await furnish();
  const writers = startWriters(scope, conversations);
  const killed = startMove(scope.workspaceUid, 'arriving');
  await killed.stood;
  killed.child.kill('SIGKILL');
  await killed.gone;
  await wait(WITHIN_MS + 500);
  const { accepted, longest } = await writers.end();
  expect(new Set(await idsIn(one.database, scope.workspaceUid))).toEqual(accepted);
  expect(await stateIn(one.database, scope.workspaceUid)).toBe('here');
  expect(longest).toBeLessThan(STOP_MS);
});

test('two at once: one of them moves it', async () => {
  const { scope, conversations } = await furnish();
  const writers = startWriters(scope, conversations);
  const moves = [startMove(scope.workspaceUid), startMove(scope.workspaceUid)];
  await Promise.all(moves.map(({ gone }) => gone));
  await moveAtLast(scope.workspaceUid);
  const told = await writers.end();
  expect(moves.filter(({ said }) => said().includes('away\n'))).toHaveLength(1);
  expect(await judge(scope, told)).toEqual(WELL);
});

test('planted: without the look at the home, what visitors wrote meanwhile is lost', async () => {
  const { scope, conversations } = await furnish();
  const [body] = await rowsOf<{ text: string }>(
    one.database,
    sql`select pg_get_functiondef('home_of'::regproc) as text`,
  );
  await one.database.unscoped.execute(
    sql.raw(`create or replace function home_of(p_workspace text, p_function text default null) returns text language plpgsql as
      $$ begin return 'here'; end $$`),
  );
  const writers = startWriters(scope, conversations);
  await wait(300);
  const move = startMove(scope.workspaceUid);
  await move.gone;
  const told = await writers.end();
  await one.database.unscoped.execute(sql.raw(body?.text ?? ''));
  const { lost, left } = await judge(scope, told);
  expect(lost + left).toBeGreaterThan(0);
});
