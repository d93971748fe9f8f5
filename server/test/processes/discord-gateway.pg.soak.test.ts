import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { makeInbox } from '../factories/takeover-factory.ts';
import { until } from '../harness/api.ts';
import { startChildServer } from '../harness/child-server.ts';
import { startDiscordStandIn } from '../harness/discord-stand-in.ts';
import { freePort } from '../harness/free-port.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';

const PEOPLE = Array.from({ length: 6 }, (_, at) => `51234567890123450${10 + at}`);

/**
 * Two servers, one bot: one of them is connected to the gateway. It is killed while people write; the other goes on with its session. Every line
 * is in its conversation once and in order, everybody is answered, and nobody twice.
 */
test('the gateway is held by one of two servers, and by the other when it is killed: nothing is lost, nothing said twice', async () => {
  const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 8);
  const discord = await startDiscordStandIn();
  const { gateway } = discord;
  const start = async () =>
    startChildServer({
      DATABASE_URL: url,
      DISCORD_API_URL: discord.url,
      SECRET_KEY: 'gateway-0123456789abcdefghijklmnopqrstuvwxyz',
      PORT: String(await freePort()),
    });
  const holder = await start();
  const servers = [holder];
  try {
    const { owner, agentId } = await makeInbox(holder, database, 0);
    const bot = discord.addBot();
    const path = `/v2/workspaces/${owner.uid}/agents/${agentId}/channels/discord`;
    ok(await holder.call('POST', path, { caller: owner.key, body: { token: bot.token } }));
    const untilOn = (isOn: boolean) =>
      until(
        async () => gateway.isConnected(bot.token),
        (is) => is === isOn,
        90_000,
      );
    await untilOn(true);
    const other = await start();
    servers.push(other);
    const write = (line: number) => PEOPLE.forEach((person) => void bot.says(person, `Line ${line}?`));
    const read = async (): Promise<{ said: string[] }[]> =>
      (
        await database.unscoped.execute<{ said: string[] }>(sql`
          select array_agg(m.text order by m.position) as said from channel_threads t
          join channel_conversations h on h.thread_id = t.id join messages m on m.conversation_id = h.conversation_id
          where t.workspace_uid = ${owner.uid} and m.role = 'visitor' group by t.thread`)
      ).rows;
    write(1);
    await until(
      async () => PEOPLE.filter((person) => bot.sent(person).length === 0).length,
      (unanswered) => unanswered === 0,
      60_000,
    );
    // The other one has looked for what is free several times.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect([gateway.counts.identified, gateway.counts.most]).toEqual([1, 1]);

    write(2);
    await holder.kill();
    await untilOn(false);
    write(3);
    await untilOn(true);
    expect([gateway.counts.identified, gateway.counts.resumed, gateway.counts.most]).toEqual([1, 1, 1]);
    // What was written meanwhile, and at most what the dead one had just been told. Planted: nobody stores how far they were told.
    expect(gateway.counts.toldAgain).toBeLessThanOrEqual(2 * PEOPLE.length);
    write(4);
    const whole = [1, 2, 3, 4].map((line) => `Line ${line}?`);
    await until(read, (rows) => rows.every(({ said }) => said.length >= whole.length), 120_000);
    const waiting = sql`select 1 from channel_sends where state in ('queued', 'sending', 'unsure') union all
      select 1 from messages where role = 'agent' and state not in ('complete', 'stopped', 'failed') union all
      select 1 from channel_threads where due_at is not null`;
    await until(
      async () => (await database.unscoped.execute(waiting)).rows.length,
      (left) => left === 0,
      120_000,
    );
    expect((await read()).map(({ said }) => said)).toEqual(PEOPLE.map(() => whole));
    const [sends] = (
      await database.unscoped.execute<{ sent: number; other: number }>(sql`
        select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state <> 'sent')::int as other from channel_sends`)
    ).rows;
    expect(sends).toEqual({ sent: bot.allSent().length, other: 0 });
    expect(new Set(bot.allSent().map(({ nonce }) => nonce)).size).toBe(bot.allSent().length);
  } finally {
    for (const server of servers) await server.stop();
    await discord.close();
    await drop();
  }
}, 600_000);
