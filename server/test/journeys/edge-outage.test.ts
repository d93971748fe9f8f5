import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import {
  claimDomain,
  EDGE_HOST,
  edgeSettings,
  makeAgency,
  readDomain,
  setRecords,
} from '../factories/domain-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startDnsWorld } from '../harness/dns-world.ts';
import { startHttps } from '../harness/start-https.ts';

const world = await startDnsWorld();
/** What stands before our hosts, of which none is there. */
let edgeSays: number | 'closed' = 404;
world.addZone(EDGE_HOST);
world.set(EDGE_HOST, 'A', '127.0.0.1');
const edge = await startHttps([EDGE_HOST], (host) => (host === EDGE_HOST ? edgeSays : 'closed'));
afterAll(() => Promise.all([world.close(), edge.close()]));

// Planted: hosts are judged without a look at the edge, or an answer of its proxy is one -> failing after a day of ours.
test.each(await openJourneyDatabases())(
  'an outage of our own edge is no host’s fault, on $name',
  async ({ database }) => {
    const start = () => startTestApi(database, edgeSettings(world, edge.port));
    let api = await start();
    try {
      const zone = `${database.kind}.example`;
      const host = `portal.${zone}`;
      world.addZone(zone);
      const owner = await makeAgency(api);
      const { verification } = ok(await claimDomain(api, owner, host)).data;
      setRecords(world, verification);
      const read = async () => (await readDomain(api, owner, host)).domain;
      await until(read, ({ state }) => state === 'issuing');
      await database.unscoped.execute(
        sql`update agency_hosts set state = 'failing', failing_since = now() - interval '1 hour', problem = null where host = ${host}`,
      );
      const before = await read();
      /** The next look of a new process, which has not asked the edge yet: what it made of the host, and when it looks again. */
      const looked = async (says: typeof edgeSays) => {
        edgeSays = says;
        await api.stop();
        await database.unscoped.execute(
          sql`update agency_hosts set failing_since = failing_since - interval '4 days', next_check_at = now(), watched_until = null where host = ${host}`,
        );
        api = await start();
        const wait = async () => {
          const { rows } = (await database.unscoped.execute(
            sql`select extract(epoch from next_check_at - now())::int as wait from agency_hosts where host = ${host}`,
          )) as unknown as { rows: { wait: number }[] };
          return rows[0]?.wait ?? 0;
        };
        const seconds = await until(wait, (found) => found > 60);
        return { ...(await read()), seconds };
      };
      for (const says of ['closed', 502] as const) {
        const { seconds, ...found } = await looked(says);
        expect(found, String(says)).toEqual(before);
        expect(seconds, String(says)).toBeLessThanOrEqual(300);
      }
      expect(await looked(404)).toMatchObject({ state: 'suspended', problem: { code: 'unreachable' } });
    } finally {
      await api.stop();
    }
  },
  300_000,
);
