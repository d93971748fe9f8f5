import { type CampaignId, newCallId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeCampaignWorld, seedLeads } from '../../../test/factories/campaign-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { makeSystemScope } from '../../db/make-scope.ts';
import { zonesOf } from '../campaigns/recipient.rules.ts';
import { claimAttempt } from './campaign-runs.system.queries.ts';

const ZONES = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Anchorage', 'Pacific/Honolulu', 'Europe/Berlin', 'Asia/Calcutta', 'Australia/Lord_Howe'],
];
/** By the clock of ICU, which the database's own is compared with. */
function localOf(zone: string, at: Date) {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  } as const).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(of('weekday')) + 1;
  return { day, minute: Number(of('hour')) * 60 + Number(of('minute')) };
}
const isUsual = (zone: string, at: Date) => {
  const { day, minute } = localOf(zone, at);
  return day <= 5 && minute >= 600 && minute < 1_020;
};

describe.each(await openTestDatabases())('the hours of those who are called on $name', ({ database }) => {
  const systemScope = makeSystemScope('test');
  const begin = async (uid: string, campaignId: CampaignId, now: Date) => {
    const id = newCallId();
    return database.transaction(systemScope, (tx) =>
      claimAttempt(tx, systemScope, {
        ...{
          workspaceUid: uid as never,
          campaignId,
          id,
          turnId: `call:${id}:1`,
          now,
          month: '2026-11',
          lineMs: 60_000,
        },
        ...{ amountMicro: 1n, monthlyLimitMicro: null, expiresAt: new Date(Date.now() + 900_000) },
      }),
    );
  };

  // Over the night in which the clocks of the United States go back.
  test.each(['2026-10-30T12:00:00Z', '2026-11-29T00:00:00Z'])(
    'are kept in ten zones for 48 hours from %s on',
    async (from) => {
      const world = await makeCampaignWorld(database);
      const leads: { id: string; zone: string }[] = [];
      for (const [index, zone] of ZONES.entries()) {
        const made = await seedLeads(database, { ...world, count: 24, first: 1 + index * 24, zone });
        leads.push(...made.map(({ id }) => ({ id, zone })));
      }
      const id = await world.makeCampaign({ days: [1, 2, 3, 4, 5], fromMinute: 600, toMinute: 1_020 });
      await world.take(id);
      // They were taken up before.
      await database.unscoped.execute(
        sql`update campaign_recipients set next_at = '2026-01-01' where campaign_id = ${id}`,
      );
      const wrong: string[] = [];
      const reached = new Set<string>();
      let isOpenUnused = 0;
      for (let minute = 0; minute < 48 * 60; minute += 20) {
        const now = new Date(Date.parse(from) + minute * 60_000);
        const answer = await begin(world.uid, id, now);
        if (answer.outcome !== 'begun') {
          const waits = ZONES.filter((zone) => leads.some((one) => one.zone === zone && !reached.has(one.id)));
          isOpenUnused += waits.filter((zone) => isUsual(zone, now)).length;
          continue;
        }
        reached.add(answer.leadId);
        const zone = leads.find((one) => one.id === answer.leadId)?.zone ?? '';
        if (!isUsual(zone, now)) wrong.push(`${zone} at ${now.toISOString()}`);
      }
      // Caught here: hours of one zone for all.
      expect(wrong).toEqual([]);
      expect(reached.size).toBeGreaterThan(20);
      expect(isOpenUnused).toBe(0);
    },
  );

  test('a number whose zone nobody told is called while it is that hour in all zones of its country', async () => {
    const zones = zonesOf('+12025550001', {});
    expect(zones.length).toBeGreaterThan(20);
    const found: number[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      const at = new Date(Date.parse('2026-11-30T00:30:00Z') + hour * 3_600_000);
      const { rows } = await database.unscoped.execute<{ is: boolean }>(
        sql`select is_campaign_hour(${`{${zones.join(',')}}`}::text[], '{1,2,3,4,5}', 600, 1020, ${at.toISOString()}::timestamptz) as is`,
      );
      if (rows[0]?.is) found.push(at.getUTCHours());
      expect(rows[0]?.is).toBe(zones.every((zone) => isUsual(zone, at)));
    }
    // Ten in Hawaii and its islands, before five in New York.
    expect(found).toEqual([20, 21]);
  });

  test('the database knows all zones that are looked up for it, and dials nobody in one that it does not', async () => {
    const { rows } = await database.unscoped.execute<{ is: boolean }>(
      sql`select is_campaign_hour('{Nowhere/Land}', '{1,2,3,4,5,6,7}', 480, 1260, now()) as is`,
    );
    expect(rows[0]?.is).toBe(false);
    for (const zone of ['US', 'DE', 'GB', 'FR', 'ES', 'IN', 'BR', 'AU', 'AE', 'CA'].flatMap((country) =>
      (new Intl.Locale(`und-${country}`) as unknown as { getTimeZones(): string[] }).getTimeZones(),
    ))
      await database.unscoped.execute(sql`select now() at time zone ${zone}`);
  });

  test('no campaign is let call before eight or after nine in the evening, whatever it says', async () => {
    const at = async (time: string) => {
      const { rows } = await database.unscoped.execute<{ is: boolean }>(
        sql`select is_campaign_hour('{Etc/GMT}', '{1,2,3,4,5,6,7}', 0, 1440, ${`2026-11-30T${time}Z`}::timestamptz) as is`,
      );
      return rows[0]?.is;
    };
    expect([await at('07:59:00'), await at('08:00:00'), await at('20:59:00'), await at('21:00:00')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
