import type { AgencyId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { makePerson } from '../../../test/factories/people.ts';
import { newTestScope, openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { agencies } from '../../db/schema/agencies.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import { takeSubdomain } from './agency-hosts.queries.ts';
import { claimHost, hashHost, readClaim } from './host-claims.system.queries.ts';
import { settleHostClaims } from './settle-host-claims.ts';

describe.each(await openTestDatabases())('the directory of hosts on $name', ({ database }) => {
  const directory = database.unscoped;
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const settle = () =>
    settleHostClaims(
      { database, log, claims: { region: 'na', findDirectory: async () => directory } },
      testSystemScope,
    );
  const age = (minutes: number) =>
    directory.execute(sql`update host_claims set claimed_at = now() - make_interval(mins => ${minutes}::int)`);
  const claimed = async () => {
    const { rows } = (await directory.execute(
      sql`select host_hash as hash, region from host_claims order by host_hash`,
    )) as unknown as { rows: { hash: string; region: string }[] };
    return rows.map(({ hash, region }) => `${hash} ${region}`);
  };
  async function addHost(host: string) {
    const scope = newTestScope();
    const id = `agc_${scope.workspaceUid}` as AgencyId;
    const { workspaceUid: uid } = scope;
    const row = {
      uid,
      ownerUserId: (await makePerson(database)).userId,
      workspaceName: 'Acme',
      secretHash: uid,
      secretLast4: '',
    };
    await directory.insert(workspaces).values(row);
    await database.transaction(scope, async (tx) => {
      await tx.insert(agencies).values({ id, workspaceUid: uid, name: 'Acme', customThemeJSONString: '{}' });
      await takeSubdomain(tx, scope, id, host);
    });
  }
  const entry = (host: string, region = 'na') => `${hashHost(host)} ${region}`;

  test('holds what a region has, lets go what it gave back, and keeps what was claimed just now', async () => {
    await addHost('kept.example.com');
    expect(await claimHost(directory, 'na', 'given-back.example.com')).toBe(true);
    expect(await claimHost(directory, 'eu', 'theirs.example.com')).toBe(true);
    await settle();
    expect(await claimed()).toHaveLength(3);
    await age(11);
    // Whoever claims at this moment has a young claim, whose host may not stand yet.
    expect(await claimHost(directory, 'na', 'coming.example.com')).toBe(true);
    expect(await claimHost(directory, 'na', 'theirs.example.com')).toBe(false);
    await settle();
    const expected = [entry('kept.example.com'), entry('coming.example.com'), entry('theirs.example.com', 'eu')];
    expect(await claimed()).toEqual(expected.sort());
    expect(await claimHost(directory, 'eu', 'given-back.example.com')).toBe(true);
  });

  // Planted: a look, then an insert that leaves alone who was faster -> both regions are told that they have it. For a domain of an agency's own
  // the second question of `claim-domain.ts` makes that good; a subdomain is asked for once.
  test('of two regions that ask at the same time one is told that it has the host, each time that it asks', async () => {
    for (let race = 0; race < 20; race += 1) {
      const host = `race-${race}.example.com`;
      const asking = Array.from({ length: 10 }, (_, at) => (at % 2 ? ('eu' as const) : ('na' as const)));
      const told = await Promise.all(asking.map((region) => claimHost(directory, region, host)));
      const region = (await readClaim(directory, host))?.region;
      expect(told).toEqual(asking.map((asked) => asked === region));
    }
  });

  test('says so where two regions have one host', async () => {
    await addHost('twice.example.com');
    await claimHost(directory, 'eu', 'twice.example.com');
    await settle();
    expect(lines.join()).toContain('hosts_of_two_regions');
  });
});
