import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { type Owner, ok, signUp } from '../../../test/factories/api-factory.ts';
import { fetchFrom, originFor, readAnswer, startTestApi } from '../../../test/harness/api.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { makeScope } from '../../db/make-scope.ts';
import { purgeReleasedHosts } from '../agency-hosts/purge-released-hosts.ts';
import { setPlan } from '../entitlements/set-plan.ts';
import { findHostAgency } from './find-host-agency.ts';

describe.each(await openTestDatabases())('an agency on $name', async ({ database }) => {
  const api = await startTestApi(database, { PLATFORM_ROOT_DOMAIN: 'agencies.test' });
  afterAll(() => api.stop());

  const hostDeps = { database, systemScope: testSystemScope, platformName: 'Antiphon', publicUrl: null };
  const startTrial = (owner: Owner) =>
    api.call('POST', '/rpc/activateWhitelabelTrial', { caller: owner.caller, body: { uid: owner.uid } });
  const claim = (owner: Owner, customDomain: string) =>
    api.call('POST', '/hosting/custom-domain', {
      caller: owner.caller,
      body: { uid: owner.uid, customDomain, isVGSubdomain: true },
    });
  const makeAgency = async () => {
    const owner = await signUp(api);
    ok(await startTrial(owner));
    return owner;
  };
  const save = (owner: Owner, body: object) =>
    api.call('POST', `/v2/workspaces/${owner.uid}/agency`, { caller: owner.caller, body });
  const audited = async (owner: Owner) => {
    const { rows } = (await database.unscoped.execute(
      sql`select action from audit_entries where workspace_uid = ${owner.uid} order by position`,
    )) as unknown as { rows: { action: string }[] };
    return rows.map(({ action }) => action);
  };

  test('the trial runs 14 days, makes the workspace an agency, and starts once, also of 10 calls at once', async () => {
    const owner = await signUp(api);
    const path = `/v2/workspaces/${owner.uid}/agency`;
    const before = ok(await api.call('GET', path, { caller: owner.caller }));
    expect(before).toMatchObject({ agency: null, abilities: { canEdit: true, canStartTrial: true } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => startTrial(owner)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe('The white-label trial was used already.');
    const started = answers.find(({ status }) => status === 200)?.body;
    expect(started.whitelabelTrialEndsAt * 1_000 - Date.now()).toBeGreaterThan(14 * 86_400_000 - 60_000);
    expect(started.agency).toMatchObject({ userId: owner.uid, googleFont: 'Rubik', themeVariant: 'default' });
    const { internal } = ok(await api.call('GET', '/v2/users/me', { caller: owner.caller }));
    expect(internal).toMatchObject({ whitelabel_trial: true, whitelabelTrialEndsAt: started.whitelabelTrialEndsAt });
    const workspace = ok(await api.call('GET', `/v2/workspaces/${owner.uid}`, { caller: owner.caller }));
    expect(workspace.abilities.canTestChat).toBe(false);
    expect((await audited(owner)).filter((action) => action === 'agency.start_trial')).toHaveLength(1);
  });

  // Planted: a plan that includes it is asked for the trial -> a trial is told of, and the second workspace is refused.
  test('a workspace that pays begins without a trial, also where its owner had one', async () => {
    const owner = await makeAgency();
    const body = { workspaceName: 'Second' };
    const { uid } = ok(await api.call('POST', '/v2/workspaces', { caller: owner.caller, body }));
    const second = { ...owner, uid, caller: { ...owner.caller, workspace: uid } };
    expect((await startTrial(second)).status).toBe(409);
    for (const one of [owner, second]) {
      const scope = makeScope(one.uid);
      const plan = { planKey: 'pay_as_you_go' as const };
      await database.transaction(scope, (tx) => setPlan({ sellsPlans: true }, tx, scope, plan));
    }
    const agency = async () => ok(await api.call('GET', `/v2/workspaces/${uid}/agency`, { caller: second.caller }));
    expect((await agency()).abilities).toMatchObject({ canStartTrial: true, isIncluded: true });
    expect(ok(await startTrial(second))).toMatchObject({ whitelabelTrialEndsAt: null, agency: { name: 'Second' } });
    for (const one of [owner, second]) {
      const { trialEndsAt, planKey } = ok(
        await api.call('GET', `/v2/workspaces/${one.uid}/limits`, { caller: one.caller }),
      );
      expect({ trialEndsAt, planKey }).toEqual({ trialEndsAt: null, planKey: 'pay_as_you_go' });
    }
  });

  test('a theme is stored as its colour makes it, whatever palette was sent; addresses are https alone', async () => {
    const owner = await makeAgency();
    const sent = JSON.stringify({ primary: '48 100% 50%', nineColorPallet: ['0 0% 0%'], themeType: 'dark' });
    const { agency } = ok(await save(owner, { customThemeJSONString: sent, name: '  Acme  ' }));
    const theme = JSON.parse(agency.customThemeJSONString);
    expect(agency.name).toBe('Acme');
    expect(theme.nineColorPallet).toHaveLength(10);
    expect(theme.nineColorPallet[0]).toBe('48 100% 10%');
    for (const tosPage of ['http://example.com', 'javascript:alert(1)', 'https://a:b@example.com', 'example'])
      expect((await save(owner, { tosPage })).status, tosPage).toBe(400);
    for (const tosPage of ['https://example.com/tos', 'http://localhost:3000/tos', 'http://acme.localhost/tos', ''])
      expect((await save(owner, { tosPage })).status, tosPage).toBe(200);
    const typed = ok(await save(owner, { tosPage: 'example.com/terms', mainWebsite: ' example.com ' }));
    expect(typed.agency).toMatchObject({ tosPage: 'https://example.com/terms', mainWebsite: 'https://example.com' });
    expect((await save(owner, { squarePhotoURL: 'https://tracker.example.com/a.png' })).status).toBe(400);
    const wrongFont = await save(owner, { googleFont: 'Comic Sans' });
    expect(wrongFont.body.issues[0].message).toBe('This font name is not a valid one, please double check font name.');
  });

  // Planted: the revision is not compared -> both are saved.
  test('what was changed from older settings is refused, also of two saves at once; without a revision it is not compared', async () => {
    const owner = await makeAgency();
    const { agency } = ok(await save(owner, { name: 'Acme' }));
    const both = await Promise.all([
      save(owner, { name: 'One', revision: agency.revision }),
      save(owner, { address: 'Two', revision: agency.revision }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('conflict');
    const newer = ok(await save(owner, { mainWebsite: 'https://example.com' })).agency;
    expect(newer.revision).toBe(agency.revision + 2);
    expect(ok(await save(owner, { name: 'Last', revision: newer.revision })).agency).toMatchObject({
      name: 'Last',
      mainWebsite: 'https://example.com',
    });
  });

  // Planted: a look at the table before the insert in place of its key -> more than one of them wins on PostgreSQL.
  // The embedded database has one connection: there nothing comes at once.
  const claims = database.kind === 'postgres' ? 50 : 10;
  test(`of ${claims} claims of one subdomain at once one wins; the others keep what they had`, async () => {
    const owners = await Promise.all(Array.from({ length: claims }, makeAgency));
    const first = owners[0] as Owner;
    ok(await claim(first, 'earlier'));
    const answers = await Promise.all(owners.map((owner) => claim(owner, 'Wanted ')));
    const lost = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(lost).toHaveLength(claims - 1);
    expect(lost[0]?.body.message).toBe('This domain already exists. Please try another one.');
    const kept = ok(await api.call('GET', `/v2/workspaces/${first.uid}/agency`, { caller: first.caller }));
    expect(['earlier.agencies.test', 'wanted.agencies.test']).toContain(kept.agency.VGsubDomain);
    const winner = owners[answers.findIndex(({ status }) => status === 200)] as Owner;
    expect((await audited(winner)).filter((action) => action === 'agency.claim_subdomain').length).toBeGreaterThan(0);
  }, 300_000);

  test('a subdomain that was given back is kept for its agency for 30 days; names of the platform are nobody’s', async () => {
    const [one, other] = [await makeAgency(), await makeAgency()];
    const held = ok(await claim(one, 'passed-on'));
    expect(held.agency).toMatchObject({ VGsubDomain: 'passed-on.agencies.test', isVerifiedSubDomain: true });
    expect((await claim(other, 'passed-on')).status).toBe(409);
    const query = (owner: Owner) => `uid=${owner.uid}&domain=passed-on&domainType=vgSubdomain`;
    const look = (owner: Owner) => api.call('GET', `/hosting/custom-domain?${query(owner)}`, { caller: owner.caller });
    expect((await look(one)).body).toEqual({ isVerified: true });
    expect((await look(other)).body).toEqual({ isVerified: false });
    const giveBack = (owner: Owner) =>
      api.call('DELETE', `/hosting/custom-domain?${query(owner)}`, { caller: owner.caller });
    expect((await giveBack(other)).status).toBe(404);
    expect(ok(await giveBack(one)).message).toBe('Domain deleted successfully..');
    expect((await look(one)).body).toEqual({ isVerified: false });
    expect(await findHostAgency(hostDeps, 'passed-on.agencies.test')).toBeNull();
    // What leads there still leads to nobody else.
    expect((await claim(other, 'passed-on')).status).toBe(409);
    expect(ok(await claim(one, 'passed-on')).agency.VGsubDomain).toBe('passed-on.agencies.test');
    expect((await findHostAgency(hostDeps, 'passed-on.agencies.test'))?.agencyId).toBe(held.agency.ID);
    ok(await claim(one, 'another-one'));
    expect((await claim(other, 'passed-on')).status).toBe(409);
    await database.unscoped.execute(
      sql`update agency_hosts set released_at = released_at - interval '30 days' where host = 'passed-on.agencies.test'`,
    );
    await purgeReleasedHosts({ database }, testSystemScope);
    expect(ok(await claim(other, 'passed-on')).agency.VGsubDomain).toBe('passed-on.agencies.test');
    for (const name of ['www', 'api', 'admin', 'antiphon', 'my-antiphon'])
      expect((await claim(one, name)).status, name).toBe(409);
    for (const name of ['a.b', 'x', '-x-', 'ac_me']) expect((await claim(one, name)).status, name).toBe(400);
    expect(await audited(one)).toContain('agency.release_subdomain');
  });

  test('an agency keeps no more than the last five names that it tried', async () => {
    const [one, other] = [await makeAgency(), await makeAgency()];
    for (const number of [0, 1, 2, 3, 4, 5, 6]) ok(await claim(one, `tried-${number}`));
    expect((await claim(other, 'tried-1')).status).toBe(409);
    expect((await claim(other, 'tried-5')).status).toBe(409);
    expect(ok(await claim(other, 'tried-0')).agency.VGsubDomain).toBe('tried-0.agencies.test');
  });

  // Planted: the style sheet among what is kept of a host -> it is found in the answer.
  test('what is kept in memory of a host is short; its style sheet is read where it is wanted', async () => {
    const owner = await makeAgency();
    ok(await claim(owner, 'dressed'));
    const { agency } = ok(await save(owner, { customCSS: '.canary { color: red }' }));
    const found = await findHostAgency(hostDeps, 'dressed.agencies.test');
    expect(found).toMatchObject({ hasCss: true, revision: agency.revision });
    expect(JSON.stringify(found)).not.toContain('canary');
    const { status, headers, text } = await readAnswer(
      await fetchFrom(`${originFor(api.origin, { host: 'dressed.agencies.test' })}/agency.css?${agency.revision}`, {}),
    );
    expect(status).toBe(200);
    expect(text).toContain('.canary');
    expect(headers.get('cache-control')).toContain('immutable');
  });

  test('of a seller clients learn an allow-list, and only with the id of the agency', async () => {
    const [owner, other] = [await makeAgency(), await makeAgency()];
    const agencyOf = async (of: Owner) =>
      ok(await api.call('GET', `/v2/workspaces/${of.uid}/agency`, { caller: of.caller })).agency.ID as string;
    const look = async (agencyId: string) => api.call('GET', `/public/users/${owner.uid}?agencyId=${agencyId}`);
    expect(ok(await look(await agencyOf(owner)))).toEqual({
      data: { uid: owner.uid, hasEverPaid: false, internal: { whitelabel_trial: true, useNewPricing: true } },
    });
    expect((await look(await agencyOf(other))).status).toBe(404);
  });

  test('an admin key is shown once and stored as a hash', async () => {
    const owner = await makeAgency();
    const { secret } = ok(
      await api.call('POST', `/v2/workspaces/${owner.uid}/agency/secret`, { caller: owner.caller, body: {} }),
    );
    expect(secret).toMatch(/^\w{25}$/);
    const { agency } = ok(await api.call('GET', `/v2/workspaces/${owner.uid}/agency`, { caller: owner.caller }));
    expect(agency.secretLast4).toBe(secret.slice(-4));
    expect(JSON.stringify(agency)).not.toContain(secret);
  });
});
