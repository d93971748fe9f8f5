import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeCampaignWorld, seedLeads } from '../factories/campaign-factory.ts';
import { amount } from '../harness/amounts.ts';
import { testSecretKey, until } from '../harness/api.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';
import { startRelayServer } from '../harness/relay-server.ts';

const program = programOf('./campaign-worker-process.ts', import.meta.url);

test('whom two workers call, one of which is killed again and again, rings once at most', {
  timeout: 900_000,
}, async () => {
  const people = amount(10_000, 60);
  const kills = amount(5, 2);
  const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  const twilio = await startRelayServer();
  try {
    const world = await makeCampaignWorld(database, { lines: 100_000, credits: 10_000_000 });
    twilio.addNumber({ account: { sid: world.account.accountId, token: world.account.token }, number: world.number });
    await seedLeads(database, { ...world, count: people });
    const id = await world.makeCampaign();
    await world.take(id);
    const from = String(Date.now());
    const start = () => {
      const child = spawn(process.execPath, [program, url, twilio.url, testSecretKey, world.uid, id, from], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return { child, ended: once(child, 'exit') };
    };
    const steady = start();
    let shaky = start();
    for (let done = 1; done <= kills; done += 1) {
      await until(
        async () => twilio.dialed.length,
        (rung) => rung >= (people * done) / (kills + 2),
        120_000,
      );
      shaky.child.kill('SIGKILL');
      await shaky.ended;
      shaky = start();
    }
    await Promise.all([steady.ended, shaky.ended]);

    const rung = new Map<string, number>();
    for (const { to } of twilio.dialed) rung.set(to, (rung.get(to) ?? 0) + 1);
    expect([...rung.values()].filter((times) => times > 1)).toEqual([]);
    const { rows } = await database.unscoped.execute<{ state: string; n: number }>(
      sql`select state, count(*)::int as n from campaign_recipients where campaign_id = ${id} group by state`,
    );
    expect(rows).toEqual([{ state: 'under_way', n: people }]);
    const { rows: open } = await database.unscoped.execute<{ n: number; contacted: number }>(sql`
      select count(*)::int as n, (select contacted from campaigns where id = ${id}) as contacted
      from campaign_attempts where campaign_id = ${id} and ended_at is null`);
    expect(open).toEqual([{ n: people, contacted: people }]);
    // Those of a process that died before it asked stay stored, and are looked for.
    expect(people - rung.size).toBeLessThanOrEqual(kills);
  } finally {
    await twilio.close();
    await drop();
  }
});
