import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { mayHaveCertificate } from '../../src/domain/agencies/may-have-certificate.ts';
import { sendReminders } from '../../src/domain/dns-reminders/send-reminders.ts';
import { type Owner, ok } from '../factories/api-factory.ts';
import {
  auditOf,
  claimDomain,
  EDGE_HOST,
  edgeSettings,
  makeAgency,
  readDomain,
  setRecords,
} from '../factories/domain-factory.ts';
import { fetchFrom, originFor, startTestApi, testSecretKey, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { startDnsWorld } from '../harness/dns-world.ts';
import { startHttps } from '../harness/start-https.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const world = await startDnsWorld();
/** What stands before our hosts. None of them is there, so that every host that is live stops being so. */
world.addZone(EDGE_HOST);
world.set(EDGE_HOST, 'A', '127.0.0.1');
const edge = await startHttps([EDGE_HOST], (host) => (host === EDGE_HOST ? 404 : 'closed'));
afterAll(() => Promise.all([world.close(), edge.close()]));
/** Names are used once, whichever database is tested: their records stay. */
let count = 0;

describe.each(await openJourneyDatabases())('how far a custom domain is, on $name', async ({ database }) => {
  const [api, beside] = [
    await startTestApi(database, edgeSettings(world, edge.port)),
    await startTestApi(database, edgeSettings(world, edge.port)),
  ];
  afterAll(() => Promise.all([api.stop(), beside.stop()]));

  const made = async () => {
    const zone = `s${count++}.example`;
    world.addZone(zone);
    const [owner, host] = [await makeAgency(api), `portal.${zone}`];
    const { verification } = ok(await claimDomain(api, owner, host)).data;
    const one = { owner, host, zone, records: verification as { type: string; name: string; value: string }[] };
    // The first look, taken at once, is over before any record is set.
    await becomes(one, (domain) => domain?.checkedAt !== null);
    return one;
  };
  type One = { owner: Owner; host: string; zone: string; records: { type: string; name: string; value: string }[] };
  const look = async ({ owner, host }: One) => (await readDomain(api, owner, host)).domain;
  const becomes = (one: One, isSo: (domain: Awaited<ReturnType<typeof look>>) => boolean) =>
    until(() => look(one), isSo);
  const change = (host: string, what: ReturnType<typeof sql>) =>
    database.unscoped.execute(sql`update agency_hosts set ${what} where host = ${host}`);
  /** The next look has been taken, as if so much time had passed since its state, and since it began to fail. */
  const looked = async (one: One, ms = 0) => {
    const before = (await look(one))?.checkedAt;
    const ago = sql`${ms}::bigint * interval '1 millisecond'`;
    await change(
      one.host,
      sql`state_since = state_since - ${ago}, failing_since = failing_since - ${ago}, unpaid_since = unpaid_since - ${ago}, next_check_at = now()`,
    );
    return becomes(one, (domain) => domain?.checkedAt !== before);
  };
  const mailsTo = async ({ email }: Owner, template: string) => {
    const { rows } = (await database.unscoped.execute(
      sql`select id from emails where to_address = ${email} and template = ${template}`,
    )) as unknown as { rows: object[] };
    return rows.length;
  };
  const mayOrder = (host: string) => mayHaveCertificate({ database, systemScope: testSystemScope }, host);
  const statusOf = async (host: string) =>
    (await fetchFrom(`${originFor(api.origin, { host })}/.well-known/host-check`, {})).status;
  const whyOf = (domain: Awaited<ReturnType<typeof look>>, type: string) =>
    domain.records.find((record: { type: string }) => record.type === type)?.why?.code;

  // Planted: the records of the look before stay -> the old reason is still there when the record is mended.
  test.concurrent('a wrong record says why, a mended one counts within ten seconds, and only then is anything served', async () => {
    const one = await made();
    const [proof] = one.records;
    world.set(one.host, 'A', '192.0.2.7');
    world.set(proof?.name ?? '', 'TXT', 'agency=another');
    const wrong = await becomes(one, (domain) => whyOf(domain, 'TXT') === 'other_value');
    expect(wrong).toMatchObject({ state: 'unverified', problem: { code: 'records' } });
    expect([whyOf(wrong, 'TXT'), whyOf(wrong, 'CNAME')]).toEqual(['other_value', 'other_value']);
    expect([await mayOrder(one.host), await statusOf(one.host)]).toEqual([false, 404]);
    world.set(one.host, 'A');
    setRecords(world, one.records);
    const since = Date.now();
    const found = await becomes(one, ({ state }) => state === 'issuing');
    expect(Date.now() - since).toBeLessThan(10_000);
    expect(found.records.map(({ state, why }: { state: string; why: unknown }) => ({ state, why }))).toEqual(
      Array(2).fill({ state: 'right', why: null }),
    );
    expect([await mayOrder(one.host), await statusOf(one.host)]).toEqual([true, 200]);
    expect(found.remindedEmail).toBe('');
    expect((await becomes(one, ({ problem }) => problem !== null)).problem.code).toBe('unreachable');
  }, 300_000);

  test.concurrent('a record that forbids us a certificate orders none', async () => {
    const one = await made();
    setRecords(world, one.records);
    world.set(one.zone, 'CAA', '0 issue other-authority.example');
    const found = await looked(one);
    expect(found).toMatchObject({ state: 'unverified', problem: { code: 'caa', params: { name: one.zone } } });
    expect(await mayOrder(one.host)).toBe(false);
    world.set(one.zone, 'CAA');
    await becomes(one, ({ state }) => state === 'issuing');
  }, 300_000);

  test.concurrent('one that does not answer any more is served for 72 hours, then not, and is gone after 30 days', async () => {
    const one = await made();
    setRecords(world, one.records);
    await becomes(one, ({ state }) => state === 'issuing');
    await change(one.host, sql`state = 'live', verified_at = now()`);
    // Whoever cannot be asked says nothing, for however long.
    world.fail('resolver', one.zone, 'SERVFAIL');
    world.fail('zone', one.zone, 'silent');
    expect(await looked(one, DAY)).toMatchObject({ state: 'live' });
    expect(await looked(one, 4 * DAY)).toMatchObject({ state: 'live' });
    world.mend();
    // One bad look is none.
    expect(await looked(one)).toMatchObject({ state: 'live', problem: { code: 'unreachable' } });
    expect(await mailsTo(one.owner, 'custom_domain')).toBe(0);
    expect(await looked(one, HOUR)).toMatchObject({ state: 'failing' });
    expect(await mailsTo(one.owner, 'custom_domain')).toBe(1);
    expect([await mayOrder(one.host), await statusOf(one.host)]).toEqual([true, 200]);
    expect(await looked(one, 70 * HOUR)).toMatchObject({ state: 'failing' });
    world.set(one.records[0]?.name ?? '', 'TXT', 'agency=gone');
    expect(await looked(one, 2 * HOUR)).toMatchObject({ state: 'suspended' });
    expect(await mailsTo(one.owner, 'custom_domain')).toBe(2);
    await until(
      () => statusOf(one.host),
      (status) => status === 404,
    );
    expect(await mayOrder(one.host)).toBe(false);
    await looked(one, 29 * DAY);
    await change(one.host, sql`state_since = state_since - interval '1 day', next_check_at = now()`);
    await becomes(one, (domain) => domain === undefined);
    expect(await mailsTo(one.owner, 'custom_domain')).toBe(3);
    expect(await auditOf(database, one.owner)).toContain('agency.lose_domain');
  }, 300_000);

  test.concurrent('14 days after the paid plan it is not served any more, and with a plan it is again', async () => {
    const one = await made();
    setRecords(world, one.records);
    await becomes(one, ({ state }) => state === 'issuing');
    const trial = (ends: string) =>
      database.unscoped.execute(
        sql`update user_profiles set whitelabel_trial_ends_at = now() + ${ends}::interval where user_id = ${one.owner.uid}`,
      );
    await trial('-1 second');
    expect(await looked(one)).toMatchObject({ state: 'issuing' });
    expect(await looked(one, 14 * DAY - HOUR)).toMatchObject({ state: 'issuing' });
    expect(await looked(one, HOUR)).toMatchObject({ state: 'suspended', problem: { code: 'no_plan' } });
    expect(await mailsTo(one.owner, 'custom_domain')).toBe(1);
    expect(await looked(one)).toMatchObject({ state: 'suspended' });
    await trial('1 day');
    expect(await looked(one)).toMatchObject({ state: 'issuing' });
  }, 300_000);

  test.concurrent('whoever loses one to its owner is told, and a claimer is reminded of what is missing', async () => {
    const [one, other] = [await made(), await makeAgency(api)];
    world.set(one.host, 'CNAME', EDGE_HOST);
    await looked(one);
    const later = new Date(Date.now() + 25 * HOUR);
    const deps = { database, systemScope: testSystemScope, secretKey: testSecretKey, publicUrl: null };
    await sendReminders(deps, makeScope, later);
    expect(await mailsTo(one.owner, 'dns_reminder')).toBe(1);
    const refused = await claimDomain(api, other, one.host);
    const value = refused.body.issues.find(({ path }: { path: string }) => path === 'proof.value').message;
    world.set(one.records[0]?.name ?? '', 'TXT', value);
    ok(await claimDomain(api, other, one.host));
    expect(await mailsTo(one.owner, 'custom_domain')).toBe(1);
    await sendReminders(deps, makeScope, new Date(later.getTime() + 50 * HOUR));
    expect(await mailsTo(one.owner, 'dns_reminder')).toBe(1);
    const to = 'dns@example.com';
    const body = { uid: other.uid, to, domainType: 'customDomain' };
    ok(await api.call('POST', '/mail/send-dns-instructions', { caller: other.caller, body }));
    expect(await mailsTo({ ...other, email: to }, 'dns_instructions')).toBe(1);
  }, 300_000);

  // Planted: a claim takes what is leased, too -> hosts are looked at twice.
  test('of two processes one looks at each host', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, made));
    const hosts = sql.join(
      all.map(({ host }) => sql`${host}`),
      sql`, `,
    );
    const attempts = async () => {
      const { rows } = (await database.unscoped.execute(
        sql`select lease_attempt as attempt from agency_hosts where host in (${hosts}) order by host`,
      )) as unknown as { rows: { attempt: number }[] };
      return rows.map(({ attempt }) => attempt);
    };
    const countOf = async (which: ReturnType<typeof sql>) => {
      const { rows } = (await database.unscoped.execute(
        sql`select count(*)::int as count from agency_hosts where host in (${hosts}) and (${which})`,
      )) as unknown as { rows: { count: number }[] };
      return rows[0]?.count;
    };
    const settle = () =>
      until(
        () =>
          countOf(sql`checked_at is null or lease_owner is not null or next_check_at < now() + interval '10 seconds'`),
        (left) => left === 0,
      );
    const unwatched = sql`update agency_hosts set watched_until = null, next_check_at = now() where host in (${hosts})`;
    await database.unscoped.execute(unwatched);
    await settle();
    const before = await attempts();
    world.asked.splice(0);
    // A look takes longer than it is until the other process looks for what is due.
    world.delay(700);
    onTestFinished(() => world.delay(0));
    await database.unscoped.execute(sql`update agency_hosts set next_check_at = now() where host in (${hosts})`);
    await settle();
    expect(await attempts()).toEqual(before.map((attempt) => attempt + 1));
    for (const { records } of all) {
      const name = records[0]?.name ?? '';
      const asked = world.asked.filter((one) => one.side === 'zone' && one.kind === 'TXT' && one.name === name);
      expect(asked, name).toHaveLength(1);
    }
  }, 300_000);
});
