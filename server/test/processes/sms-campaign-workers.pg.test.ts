import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, test } from 'vitest';
import { makeTwilioVoice } from '../../src/adapters/twilio/twilio-voice.ts';
import { makeSystemScope } from '../../src/db/make-scope.ts';
import { reconcileAttempts } from '../../src/domain/campaign-runs/reconcile-attempts.ts';
import { noteWord } from '../../src/domain/consents/change-consent.ts';
import { makeCampaignWorld, seedLeads } from '../factories/campaign-factory.ts';
import { makeChannels } from '../factories/channels-factory.ts';
import { amount } from '../harness/amounts.ts';
import { testSecretKey, until } from '../harness/api.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';
import { startTwilioStandIn } from '../harness/twilio-stand-in.ts';

const program = programOf('./campaign-worker-process.ts', import.meta.url);
const MINUTES = 60_000;

test('whom two workers write to, one of which is killed again and again, gets one message at most, and nobody is lost', {
  timeout: 900_000,
}, async () => {
  const people = amount(10_000, 80);
  const kills = amount(5, 2);
  const stops = amount(50, 5);
  const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  const twilio = await startTwilioStandIn();
  const begun = Date.now();
  try {
    const world = await makeCampaignWorld(database, { credits: 10_000_000 });
    const { scope, uid } = world;
    const account = { sid: world.account.accountId, token: world.account.token };
    const number = twilio.addNumber({ account, number: world.number });
    const leads = await seedLeads(database, { ...world, count: people });
    const id = await world.makeCampaign({ kind: 'sms' });
    await world.take(id);
    // Of so many numbers one is its own, and one has a digit too many.
    const { rows: taken } = await database.unscoped.execute<{ id: string }>(
      sql`select lead_id as id from campaign_recipients where campaign_id = ${id} and state = 'waiting'`,
    );
    const waiting = new Set(taken.map((one: { id: string }) => one.id));
    const reached = leads.filter((one) => waiting.has(one.id));
    const skipped = people - reached.length;
    const on = /^POST \w+\/Messages/;
    twilio.next('tooMany', { on, every: amount(20, 15), times: people });
    twilio.next('reset', { on, every: amount(99, 20), times: people });
    const from = String(begun);
    const start = () => {
      const args = [program, url, twilio.url, testSecretKey, uid, id, from, 'sms'];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      return { child, ended: once(child, 'exit') };
    };
    const steady = start();
    let shaky = start();
    const off = reached
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, stops)
      .map((one) => one.number);
    for (let done = 1; done <= kills; done += 1) {
      await until(
        async () => number.counts().size,
        (sent) => sent >= (people * done) / (kills + 3),
        240_000,
      );
      shaky.child.kill('SIGKILL');
      await shaky.ended;
      if (done === 1)
        // In the middle of it some of those who are still to come say stop.
        for (const address of off)
          await database.transaction(scope, (tx) =>
            noteWord({ secretKey: testSecretKey }, tx, scope, {
              ...{ channel: 'sms', address, isGranted: false },
              given: { source: 'SMS', proof: '', givenAt: new Date(), recordedBy: 'sender' },
            }),
          );
      shaky = start();
    }
    await Promise.all([steady.ended, shaky.ended]);
    const rows = async (query: ReturnType<typeof sql>) =>
      (await database.unscoped.execute<{ state: string; n: number }>(query)).rows;
    const tally = async () =>
      Object.fromEntries(
        (
          await rows(
            sql`select state, count(*)::int as n from campaign_recipients where campaign_id = ${id} group by state`,
          )
        ).map(({ state, n }: { state: string; n: number }) => [state, n]),
      );
    const counts = number.counts();
    const twice = () => [...number.counts().values()].filter((times) => times > 1);
    // Caught here: a message that is asked for before it is stored, and one that is sent again when no answer came.
    expect(twice()).toEqual([]);
    // Caught here: consent that is looked at when recipients are taken up.
    expect(off.filter((address) => counts.has(address))).toEqual([]);
    const open = (await tally()).under_way ?? 0;

    // What nobody knows of is looked up: sent where its provider has it, and else left alone for good.
    await database.unscoped.execute(
      sql`update campaign_attempts set begun_at = ${new Date(begun).toISOString()}::timestamptz where campaign_id = ${id} and ended_at is null`,
    );
    const deps = {
      ...{ database, secretKey: testSecretKey, systemScope: makeSystemScope('test'), log: pino({ level: 'silent' }) },
      ...{ channels: makeChannels(twilio.url), telephony: makeTwilioVoice({ baseUrl: twilio.url }) },
      hookBase: null,
    };
    for (let left = 1; left > 0; ) {
      await reconcileAttempts(deps, scope, id, new Date(Date.now() + 16 * MINUTES));
      left = (await tally()).under_way ?? 0;
    }
    const became = await tally();
    const lost = reached.length - stops - counts.size;
    expect(became).toEqual({
      ...{ sent: counts.size, opted_out: stops },
      ...(lost > 0 ? { unsure: lost } : {}),
      ...(skipped > 0 ? { skipped } : {}),
    });
    // Those of a process that died before it asked.
    expect(skipped).toBeLessThanOrEqual(2);
    expect(lost).toBeLessThanOrEqual(kills);
    expect(twice()).toEqual([]);
    const [charged] = await rows(
      sql`select count(*)::int as n from usage_entries where workspace_uid = ${uid} and feature_key = 'campaign_message'`,
    );
    const [held] = await rows(
      sql`select count(*)::int as n from credit_holds where workspace_uid = ${uid} and state = 'held'`,
    );
    expect([charged?.n, held?.n]).toEqual([counts.size, 0]);
    const asked = twilio.requests.filter(({ method, path }) => method === 'POST' && path === 'Messages.json').length;
    process.stderr.write(
      `${people} people, ${kills} kills, ${asked} requests: ${counts.size} got one, 0 two; ${open} looked up, ${lost} never asked for; ${stops} off; ${Math.round((Date.now() - begun) / 1_000)} s\n`,
    );
  } finally {
    await twilio.close();
    await drop();
  }
});
