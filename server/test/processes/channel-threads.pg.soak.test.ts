import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { makeInbox } from '../factories/takeover-factory.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { startChildServer } from '../harness/child-server.ts';
import { freePort } from '../harness/free-port.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startTelegramStandIn } from '../harness/telegram-stand-in.ts';

const THREADS = amount(1_000, 20);
const LINES = amount(10, 4);
const KILLS = amount(5, 2);
const HOOK = /^https:\/\/app\.example\.test/;

/** Always the same for the same seed. */
function makeRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * People write lines to one bot, each told twice and the lines of a moment in any order, to two servers of which one or the other is killed.
 * Every line is in its conversation once, in the order in which it was written, and nobody is left without an answer.
 */
test('two servers, killed again and again: every line once and in order, and every person is answered', async () => {
  const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 8);
  const random = makeRandom(20_261_126);
  const origins = ['', ''];
  const telegram = await startTelegramStandIn({ reach: (at) => at.replace(HOOK, origins[random(2)] ?? '') });
  const start = async () =>
    startChildServer({
      DATABASE_URL: url,
      PUBLIC_URL: 'https://app.example.test',
      TELEGRAM_API_URL: telegram.url,
      SECRET_KEY: 'threads-0123456789abcdefghijklmnopqrstuvwxyz',
      PORT: String(await freePort()),
    });
  const servers = [await start(), await start()];
  const note = () => {
    origins.splice(0, 2, ...servers.map(({ origin }) => origin));
  };
  note();
  try {
    const [first] = servers;
    if (!first) throw new Error('no server');
    const { owner, agentId } = await makeInbox(first, database, 0);
    const bot = telegram.addBot();
    const path = `/v2/workspaces/${owner.uid}/agents/${agentId}/channels/telegram`;
    ok(await first.call('POST', path, { caller: owner.key, body: { token: bot.token } }));

    let kills = 0;
    /** As Telegram does, until it is taken. */
    const tell = async (update: ReturnType<typeof bot.write>) => {
      for (;;) {
        const [status] = await bot.post(update).catch(() => [0]);
        if (status === 200) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    for (let line = 1; line <= LINES; line += 1) {
      const updates = Array.from({ length: THREADS }, (_, chat) => bot.write(chat + 1, { text: `Line ${line}?` }));
      const twice = [...updates, ...updates].map((update) => ({ update, at: random(1_000_000) }));
      const telling = twice.toSorted((one, other) => one.at - other.at).map(({ update }) => update);
      const work = Array.from({ length: 16 }, async (_, lane) => {
        for (let at = lane; at < telling.length; at += 16) await tell(telling[at] as (typeof updates)[number]);
      });
      if (kills < KILLS) {
        const at = kills % 2;
        kills += 1;
        await servers[at]?.kill();
        servers[at] = await start();
        note();
      }
      await Promise.all(work);
    }
    type Said = { thread: string; said: string[]; answers: number };
    const read = async (): Promise<Said[]> =>
      (
        await database.unscoped.execute<Said>(sql`
          select t.thread, array_agg(m.text order by m.position) filter (where m.role = 'visitor') as said,
            count(*) filter (where m.role = 'agent' and m.position > 1 and m.state = 'complete')::int as answers
          from channel_threads t join channel_conversations h on h.thread_id = t.id
          join messages m on m.conversation_id = h.conversation_id
          where t.workspace_uid = ${owner.uid} group by t.thread`)
      ).rows;
    const whole = Array.from({ length: LINES }, (_, line) => `Line ${line + 1}?`);
    await until(read, (rows) => rows.length === THREADS && rows.every(({ said }) => said.length >= LINES), 300_000);
    // What ended a moment ago is planned by the next look at its thread.
    const waiting = async () =>
      (
        await database.unscoped.execute(sql`select 1 from channel_sends where state in ('queued', 'sending', 'unsure')
          union all select 1 from channel_threads where due_at is not null`)
      ).rows.length;
    await until(
      async () => (await read()).filter((row) => row.answers === 0).length + (await waiting()),
      (left) => left === 0,
      300_000,
    );
    const rows = await read();
    expect(rows.filter(({ said }) => said.join() !== whole.join())).toEqual([]);
    const unanswered = Array.from({ length: THREADS }, (_, chat) => bot.sent(chat + 1).length).filter(
      (count) => count === 0,
    );
    expect(unanswered).toEqual([]);
    const [sends] = (
      await database.unscoped.execute<{ sent: number; unsure: number }>(sql`
        select count(*)::int as sent, (count(*) filter (where tries > 1))::int as unsure from channel_sends where state = 'sent'`)
    ).rows;
    const arrived = Array.from({ length: THREADS }, (_, chat) => bot.sent(chat + 1).length).reduce(
      (sum, n) => sum + n,
      0,
    );
    // Whoever died between Telegram's answer and the commit sent it again: of a Telegram bot nothing can be looked up.
    expect(arrived).toBeGreaterThanOrEqual(sends?.sent ?? 0);
    expect(arrived - (sends?.sent ?? 0)).toBeLessThanOrEqual(sends?.unsure ?? 0);
    console.info(
      `${THREADS} people, ${LINES} lines each, told twice; ${kills} kills: ${sends?.sent} parts sent, ${arrived - (sends?.sent ?? 0)} of them twice`,
    );
  } finally {
    for (const server of servers) await server.stop();
    await telegram.close();
    await drop();
  }
}, 900_000);
