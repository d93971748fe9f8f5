import { Failure } from '@antiphon/contract/errors';
import type { AgencyId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { makeResolve } from '../../src/adapters/dns/dns-look.ts';
import { makeHostProbe } from '../../src/adapters/guarded-fetch/host-probe.ts';
import type { Database } from '../../src/db/database.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { agencies } from '../../src/db/schema/agencies.ts';
import { findHostAgency } from '../../src/domain/agencies/find-host-agency.ts';
import { mayHaveCertificate } from '../../src/domain/agencies/may-have-certificate.ts';
import { claimDomain } from '../../src/domain/custom-domains/claim-domain.ts';
import type { CheckDeps } from '../../src/domain/custom-domains/custom-domains.ports.ts';
import { proofOf, readDomain } from '../../src/domain/custom-domains/get-domain.ts';
import { removeDomain } from '../../src/domain/custom-domains/remove-domain.ts';
import { startHostCheckRunner } from '../../src/domain/custom-domains/run-host-checks.ts';
import { domainToken } from '../../src/domain/custom-domains/wanted-records.rules.ts';
import { EDGE_HOST } from '../factories/domain-factory.ts';
import { makeWorkspace, secretKey } from '../factories/people.ts';
import { amount } from '../harness/amounts.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { startDnsWorld } from '../harness/dns-world.ts';
import { startHttps } from '../harness/start-https.ts';
import { type Act, type Agency, type Around, after, bothWays, facesOf, type Host, NOBODYS } from './domain-model.ts';

// One host name, two agencies, name servers that say this and that: whatever happens in whatever order, it is whose the model says.

const ZONE = 'moved.example';
const world = await startDnsWorld();
for (const zone of [ZONE, EDGE_HOST]) world.addZone(zone);
world.set(EDGE_HOST, 'A', '127.0.0.1');
/** What is answered at the door of the host that is tried just now. */
let said: string | number | 'closed' = 'closed';
const door = await startHttps([EDGE_HOST, `*.${ZONE}`], (host) => (host === EDGE_HOST ? 404 : said));
afterAll(() => Promise.all([world.close(), door.close()]));
let count = 0;

const agency = fc.constantFrom<Agency>(0, 1);
const proofs = fc.constantFrom<Agency[]>([], [0], [1], [0], [1], [0, 1]);
const claim = fc.record({ do: fc.constant('claim' as const), agency });
const look = fc.constant({ do: 'look' as const });
const step = fc.oneof(
  { weight: 5, arbitrary: claim },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), agency }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('race' as const), agency, other: fc.constantFrom('claim', 'remove') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('set' as const), proofs, leads: fc.constantFrom(true, true, false) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('open' as const), door: fc.constantFrom('ours', 'other', 'closed') }),
  },
  { weight: 6, arbitrary: look },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 31 * 24) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value | { do: 'silence'; isSilent: boolean } : never;

/** What steps that are drawn one by one hardly ever come to: a host is shut for days, and an hour in which no name server answers. */
const outage = fc
  .tuple(fc.constantFrom('other' as const, 'closed' as const), fc.integer({ min: 0, max: 4 }))
  .map(([door, looks]): Step[] => [
    ...([{ do: 'open', door }, { do: 'look' }, { do: 'look' }, { do: 'wait', hours: 73 }] as const),
    ...Array.from({ length: looks }, (_, at): Step => (at === 2 ? { do: 'wait', hours: 31 * 24 } : { do: 'look' })),
  ]);
const silence = fc
  .array(fc.oneof(claim, look), { minLength: 1, maxLength: 2 })
  .map((steps): Step[] => [{ do: 'silence', isSilent: true }, ...steps, { do: 'silence', isSilent: false }]);
const sequence = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: step.map((one): Step[] => [one]) },
      { weight: 1, arbitrary: outage },
      { weight: 1, arbitrary: silence },
    ),
    { minLength: 6, maxLength: 18 },
  )
  .map((parts) => parts.flat());

const answerOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

async function makeAgencies(database: Database) {
  const make = async () => {
    const { uid, owner, as } = await makeWorkspace(database);
    await database.unscoped.insert(agencies).values({
      ...{
        id: `agc_${uid}` as AgencyId,
        workspaceUid: uid,
        name: 'Acme',
        customThemeJSONString: '{"primary":"0 0% 0%"}',
      },
    });
    await database.unscoped.execute(sql`update workspaces set stripe_subscription_id = 'sub_test' where uid = ${uid}`);
    return { uid, member: as(owner), scope: makeScope(uid) };
  };
  return [await make(), await make()] as const;
}

const depsOf = (database: Database): CheckDeps => ({
  ...{ database, systemScope: testSystemScope, makeScope, secretKey, log: pino({ level: 'silent' }) },
  ...{ rootDomain: 'platform.example', publicUrl: 'https://app.platform.example', contentHost: '' },
  edge: { host: EDGE_HOST, addresses: ['127.0.0.1'], issuers: [] },
  claims: { region: database.region, findDirectory: async () => database.unscoped },
  findPeer: async () => null,
  dnsLook: world.look,
  hostProbe: makeHostProbe({ edgeAddresses: ['127.0.0.1'], port: door.port, resolve: makeResolve(world.look) }),
});

type Both = Awaited<ReturnType<typeof makeAgencies>>;

/** One sequence, on a name that nobody has ever had. */
async function follow(database: Database, both: Both, host: string, steps: readonly Step[]) {
  const deps = depsOf(database);
  const around: Around = { proofs: [0], leads: true, isSilent: false, door: 'ours' };
  setRecords(host, both, around);
  /** All that it may be by now: of two at once either may have been first. */
  let expected: Host[] = [NOBODYS];
  const facts = { secretKey, urlOf: (name: string) => `https://${name}` };
  const face = { database, systemScope: testSystemScope, platformName: 'Platform', publicUrl: null };
  const indexOf = (uid: string) => both.findIndex((one) => one.uid === uid);

  const doOne = (one: Act): Promise<string> => {
    if (one.do === 'claim') return answerOf(claimDomain(deps, both[one.agency].member, host));
    if (one.do === 'remove') return answerOf(removeDomain(deps, both[one.agency].member, host));
    return one.do === 'look' ? runLooks() : wait(one.hours);
  };
  const runLooks = async () => {
    const served = await findHostAgency(face, host);
    const ours = served ? domainToken(secretKey, served.workspaceUid, host) : 404;
    said = { ours, other: 'another', closed: 'closed' }[around.door];
    await database.unscoped.execute(
      sql`update agency_hosts set next_check_at = now() - interval '1 second' where host = ${host}`,
    );
    await (await startHostCheckRunner(deps)).stop(20_000);
    return 'done';
  };
  const wait = async (hours: number) => {
    const ago = sql`make_interval(hours => ${hours}::int)`;
    await database.unscoped.execute(sql`update agency_hosts set state_since = state_since - ${ago},
      failing_since = failing_since - ${ago}, good_at = good_at - ${ago} where host = ${host}`);
    return 'done';
  };
  const seen = async () => {
    const served = await findHostAgency(face, host);
    const screens = both.map(({ scope }) => database.transaction(scope, (tx) => readDomain(facts, tx, scope)));
    return {
      screens: (await Promise.all(screens)).map((domain) => domain?.state ?? null),
      served: served && indexOf(served.workspaceUid),
      mayHaveCertificate: await mayHaveCertificate(face, host),
    };
  };

  for (const one of steps) {
    if (one.do === 'set') setRecords(host, both, Object.assign(around, { proofs: one.proofs, leads: one.leads }));
    else if (one.do === 'silence') setSilence(Object.assign(around, { isSilent: one.isSilent }).isSilent);
    else if (one.do === 'open') around.door = one.door;
    else if (one.do === 'race') {
      const acts: Act[] = [
        { do: 'claim', agency: one.agency },
        { do: one.other, agency: one.agency === 0 ? 1 : 0 },
      ];
      const answers = await Promise.all(acts.map(doOne));
      expected = expected
        .flatMap((host) => bothWays(host, around, acts[0]!, acts[1]!))
        .filter((way) => way.answers.join() === answers.join())
        .map(({ host }) => host);
      expect(expected, `${JSON.stringify(one)} answered ${answers}`).not.toEqual([]);
    } else {
      const answer = await doOne(one);
      const next = expected.map((host) => after(host, around, one));
      expect(
        next.map((each) => each.answer),
        JSON.stringify(one),
      ).toContain(answer);
      expected = next.filter((each) => each.answer === answer).map((each) => each.host);
    }
    const faces = await seen();
    const fitting = expected.filter((host) => JSON.stringify(facesOf(host)) === JSON.stringify(faces));
    if (fitting.length === 0) expect(faces, JSON.stringify(one)).toEqual(facesOf(expected[0]!));
    expected = fitting;
  }
}

function setRecords(host: string, both: Both, { proofs, leads }: Around) {
  const values = proofs.map((agency) => proofOf({ secretKey }, both[agency].scope, host).value);
  world.set(`_domain-check.${host}`, 'TXT', ...(values.length > 0 ? values : ['agency=another']));
  if (leads) world.set(host, 'CNAME', EDGE_HOST);
  else world.set(host, 'CNAME');
}

function setSilence(isSilent: boolean) {
  world.mend();
  if (!isSilent) return;
  for (const side of ['zone', 'resolver'] as const) world.fail(side, ZONE, 'REFUSED');
}

describe.each(await openJourneyDatabases())('a host name and two agencies, on $name', ({ database }) => {
  // Each takes a third of a second of real name servers, https and transactions. What time alone does to a host is followed through 10,000 of
  // them in host-states.rules.test.ts.
  const numRuns = amount(1_000, 10);

  // Planted: whoever shows the proof takes it from another who shows it, or without any; a claim is served at once; a claim writes over
  // another's; a host that leads here is served without its proof, or while it is suspended; silence counts as a bad look -> each is found.
  test(`${numRuns} seeded sequences of claims, proofs, removals and looks agree with the model`, async () => {
    const both = await makeAgencies(database);
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const host = `h${count++}.${ZONE}`;
        try {
          await follow(database, both, host, steps);
        } finally {
          setSilence(false);
          for (const { member } of both) await answerOf(removeDomain(depsOf(database), member, host));
        }
      }),
      { numRuns, seed: 29 },
    );
  }, 1_800_000);
});
