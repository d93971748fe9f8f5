import { sql } from 'drizzle-orm';
import type { Database } from '../src/db/database.ts';
import { percentile } from './harness.ts';

const TURNS = 1_500;

/** What the messages of a turn cost to write: a question, a reply that waits, is written and ends. One turn after the other, milliseconds each. */
async function writeTurns({ unscoped }: Pick<Database, 'unscoped'>) {
  const { rows } = await unscoped.execute(
    sql`select id, workspace_uid as uid, agent_id as agent from conversations order by last_message_at desc limit ${TURNS}`,
  );
  const times: number[] = [];
  for (const { id, uid, agent } of rows as { id: string; uid: string; agent: string }[]) {
    const [question, reply] = [crypto.randomUUID(), crypto.randomUUID()];
    const add = (message: string, role: string, state: string, text: string) =>
      unscoped.execute(sql`insert into messages (id, conversation_id, workspace_uid, agent_id, position, role, state, text)
        values (${message}, ${id}, ${uid}, ${agent}, ${times.length + 1_000}, ${role}, ${state}, ${text})`);
    const change = (state: string, text: string) =>
      unscoped.execute(
        sql`update messages set state = ${state}, text = ${text} where conversation_id = ${id} and id = ${reply}`,
      );
    const words = `What would ${question.slice(0, 8)} cost for ${times.length} days, with ${reply.slice(0, 8)} and a map of the old town?`;
    const since = performance.now();
    await add(question, 'visitor', 'complete', words);
    await add(reply, 'agent', 'queued', '');
    await change('streaming', '');
    await change(
      'complete',
      `${words} It comes with a helmet, a lock and a map of the harbour. Saddle and handlebars can be adjusted.`,
    );
    times.push(performance.now() - since);
  }
  return `p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms`;
}

/** With the index of what was said and, last of all, without it. */
export async function compareWrites(database: Pick<Database, 'unscoped'>): Promise<string> {
  await writeTurns(database);
  const withIndex = await writeTurns(database);
  await database.unscoped.execute(sql`drop index messages_said`);
  return `with the index of what was said ${withIndex}; without it ${await writeTurns(database)}`;
}
