import { readProof } from '@antiphon/contract/domain-proof';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import {
  auditOf,
  claimDomain,
  EDGE_HOST,
  edgeSettings,
  makeAgency,
  readDomain,
  removeDomain,
} from '../factories/domain-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startDnsWorld } from '../harness/dns-world.ts';

const TAKEN = 'This domain already exists on another account.';
const world = await startDnsWorld();
afterAll(() => world.close());
/** Names are used once, whichever database is tested: their records stay. */
let count = 0;

describe.each(await openJourneyDatabases())('a domain of an agency’s own on $name', async ({ database }) => {
  // Nobody looks by the clock: what a claim itself does is seen.
  const api = await startTestApi(database, { ...edgeSettings(world), ROLE: 'web' });
  afterAll(() => api.stop());

  const newHost = () => {
    const zone = `c${count++}.example`;
    world.addZone(zone);
    return `portal.${zone}`;
  };
  const holders = async (host: string) =>
    (
      (await database.unscoped.execute(
        sql`select workspace_uid as uid from agency_hosts where host = ${host}`,
      )) as unknown as { rows: { uid: string }[] }
    ).rows.map(({ uid }) => uid);
  const become = (host: string, state: string) =>
    database.unscoped.execute(sql`update agency_hosts set state = ${state} where host = ${host}`);

  test('is set up with the records that it needs, and looked at anew by the same call', async () => {
    const owner = await makeAgency(api);
    const host = newHost();
    const made = ok(await claimDomain(api, owner, ` https://${host.toUpperCase()}/ `));
    const name = `_domain-check.${host}`;
    expect(made.data.verification).toMatchObject([
      { type: 'TXT', name, short: '_domain-check.portal', state: 'unknown', ttl: 'Auto' },
      { type: 'CNAME', name: host, short: 'portal', value: EDGE_HOST },
    ]);
    const { value } = made.data.verification[0];
    expect(value).toMatch(/^agency=[0-9a-f]{40}$/);
    expect(made.agency).toMatchObject({
      customDomain: host,
      isVerifiedCustomDomain: false,
      customDomainConfig: { type: 'TXT', name, value },
    });
    expect(made.domain).toMatchObject({ domain: host, state: 'unverified', remindedEmail: owner.email });
    expect(made.domain.url).toBe(`https://${host}`);
    expect(made.clientUrl).toBe('');
    expect(await readDomain(api, owner, host)).toMatchObject({ isVerified: false, domain: { state: 'unverified' } });
    const look = (caller = owner.caller, domain = host) => api.call('GET', `/proxy?domain=${domain}`, { caller });
    expect(await look()).toMatchObject({ status: 202, body: { state: 'unverified' } });
    expect((await look((await makeAgency(api)).caller)).status).toBe(404);
    await become(host, 'live');
    expect((await look()).status).toBe(200);
    ok(await claimDomain(api, owner, host));
    expect((await claimDomain(api, owner, newHost())).body.message).toBe(`Remove ${host} first.`);
    const { clientUrl } = ok(await api.call('GET', `/v2/workspaces/${owner.uid}/agency`, { caller: owner.caller }));
    expect(clientUrl).toBe(`https://${host}`);

    ok(await api.call('DELETE', `/hosting/custom-domain/reminder?domain=${host}`, { caller: owner.caller }));
    expect((await readDomain(api, owner, host)).domain.remindedEmail).toBe('');
    expect(ok(await removeDomain(api, owner, host)).message).toBe('Domain deleted successfully..');
    expect((await removeDomain(api, owner, host)).status).toBe(404);
    expect(await readDomain(api, owner, host)).toEqual({ isVerified: false });
    const { agency, domain } = ok(
      await api.call('GET', `/v2/workspaces/${owner.uid}/agency`, { caller: owner.caller }),
    );
    expect({ agency, domain }).toMatchObject({ agency: { customDomain: '', customDomainConfig: null }, domain: null });
    const acts = ['claim_domain', 'check_domain', 'stop_domain_reminder', 'remove_domain'];
    expect(await auditOf(database, owner)).toEqual(expect.arrayContaining(acts.map((act) => `agency.${act}`)));
  });

  test('needs a paid plan, of which the trial is one', async () => {
    const owner = await makeAgency(api);
    await database.unscoped.execute(
      sql`update user_profiles set whitelabel_trial_ends_at = now() - interval '1 second' where user_id = ${owner.uid}`,
    );
    const offer = async () =>
      ok(await api.call('GET', `/v2/workspaces/${owner.uid}/agency`, { caller: owner.caller })).abilities.customDomain;
    expect(await offer()).toBe('needs_plan');
    expect(await claimDomain(api, owner, newHost())).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await database.unscoped.execute(
      sql`update workspaces set stripe_subscription_id = 'sub_test' where uid = ${owner.uid}`,
    );
    expect(await offer()).toBe('yes');
    expect((await claimDomain(api, owner, newHost())).status).toBe(200);
    const stranger = await signUp(api);
    await database.unscoped.execute(
      sql`update workspaces set stripe_subscription_id = 'sub_other' where uid = ${stranger.uid}`,
    );
    expect((await claimDomain(api, stranger, newHost())).status).toBe(404);
  });

  test('what is no domain is told so, and names of the platform are nobody’s', async () => {
    const owner = await makeAgency(api);
    const answers = { '': 'Please enter a custom domain', 'acme.co.uk': 'Please input a subdomain: "www.acme.co.uk"' };
    for (const [typed, message] of Object.entries(answers))
      expect((await claimDomain(api, owner, typed)).body).toMatchObject({ message, issues: [{ message }] });
    const long = await claimDomain(api, owner, `${'a'.repeat(300)}.example`);
    expect(long.body.issues[0].message).toBe('A domain has at most 253 characters.');
    for (const host of ['app.platform.example', 'x.platform.example', EDGE_HOST.replace('edge', 'www.edge')])
      expect((await claimDomain(api, owner, host)).status, host).toBe(host.startsWith('www') ? 200 : 409);
  });

  // Planted: the proof is not demanded -> whoever is refused first has the squatter's host at once.
  test('whoever shows that it is theirs takes it from who never did, in any region', async () => {
    const [squatter, other] = [await makeAgency(api), await makeAgency(api)];
    const far = await makeAgency(api, { region: 'eu' });
    const host = newHost();
    ok(await claimDomain(api, squatter, host));
    const prove = async (owner: Owner, at = {}) => {
      const refused = await claimDomain(api, owner, host, at);
      expect(refused.body).toMatchObject({ code: 'domain_taken', message: TAKEN });
      expect(refused.body.issues[0].message).toBe('If it is yours, add this record and set it up again.');
      const proof = readProof(refused.body.issues);
      expect(proof?.name).toBe(`_domain-check.${host}`);
      return proof?.value ?? '';
    };
    const [ofOther, ofFar] = [await prove(other), await prove(far, { region: 'eu' })];
    // Another's token shows nothing.
    world.set(`_domain-check.${host}`, 'TXT', ofFar);
    expect((await claimDomain(api, other, host)).status).toBe(409);
    world.set(`_domain-check.${host}`, 'TXT', ofOther);
    ok(await claimDomain(api, other, host));
    expect(await holders(host)).toEqual([other.uid]);
    expect((await readDomain(api, squatter, host)).isVerified).toBe(false);
    expect(await auditOf(database, squatter)).toContain('agency.lose_domain');

    // One that has shown it keeps it, verified yet or not, while its record stands, or while nobody can say.
    world.set(`_domain-check.${host}`, 'TXT', ofOther, ofFar);
    expect((await claimDomain(api, far, host, { region: 'eu' })).status).toBe(409);
    await become(host, 'live');
    expect((await claimDomain(api, far, host, { region: 'eu' })).status).toBe(409);
    world.set(`_domain-check.${host}`, 'TXT', ofFar);
    world.fail('zone', host.slice('portal.'.length), 'REFUSED');
    expect((await claimDomain(api, far, host, { region: 'eu' })).status).toBe(409);
    expect(await holders(host)).toEqual([other.uid]);
    world.mend();
    ok(await claimDomain(api, far, host, { region: 'eu' }));
    expect(await holders(host)).toEqual([]);
    expect((await readDomain(api, far, host, { region: 'eu' })).domain.state).toBe('unverified');
    expect((await claimDomain(api, other, host)).status).toBe(409);
  }, 300_000);
});
