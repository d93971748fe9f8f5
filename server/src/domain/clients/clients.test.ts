import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createAgent, type Owner, ok, signUp } from '../../../test/factories/api-factory.ts';
import { startTestApi } from '../../../test/harness/api.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { makeScope } from '../../db/make-scope.ts';
import { takeOpening } from './open-as-client.ts';

const newEmail = () => `${randomText(10).toLowerCase()}@example.com`;
const PASSWORD = 'chosen-by-the-agency';

describe.each(await openTestDatabases())('clients on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());
  const owner = await signUp(api);
  const stranger = await signUp(api);
  const call = (method: string, path: string, body?: unknown, who: Owner = owner) =>
    api.call(method, `/v2/workspaces/${who.uid}${path}`, {
      caller: who.key,
      ...(body === undefined ? {} : { body }),
    });
  const newOrg = async (body: unknown = {}, who = owner) => ok(await call('POST', '/orgs', body, who));
  const newClient = async (orgId: string, more: Record<string, unknown> = {}, who = owner) =>
    ok(
      await call(
        'POST',
        `/orgs/${orgId}/clients`,
        { name: 'Cleo', email: newEmail(), dashboardPassword: PASSWORD, ...more },
        who,
      ),
    );
  type Stored = { password_hash: string; session_version: number; has_changed_password: boolean };
  const storedOf = async (id: string) =>
    ((await database.unscoped.execute(sql`select * from clients where id = ${id}`)) as unknown as { rows: Stored[] })
      .rows[0]!;

  test('an org without a name is a New Organization, with the defaults of the product', async () => {
    expect(await newOrg()).toMatchObject({
      name: 'New Organization',
      widgetIDs: [],
      clients: 0,
      defaultClientAccess: ['/home', '/convos', '/analytics', '/leads', '/campaigns'],
      preferredLanguage: 'en',
      dashboardLayout: 'vertical',
      predefinedTags: [],
      settings: { disableClientAccess: false, disableClientAccessMessage: '' },
    });
    expect((await newOrg({ name: '   ' })).name).toBe('New Organization');
  });

  test('an org is changed field by field; an empty tag is ignored', async () => {
    const { ID, settings } = await newOrg({ name: 'Harbour Bikes' });
    const change = { predefinedTags: ['refund', ' ', '', 'refund'], settings: { smartHandoff: false } };
    expect(ok(await call('POST', `/orgs/${ID}`, change))).toMatchObject({
      name: 'Harbour Bikes',
      predefinedTags: ['refund'],
      settings: { ...settings, smartHandoff: false },
    });
  });

  test.each([
    [{ name: ' ' }, 'Organization name is required.'],
    [{ settings: { disableClientAccessMessage: 'x'.repeat(1_025) } }, '1024'],
  ])('an org cannot be saved with %j', async (change, told) => {
    const { ID } = await newOrg();
    const refused = await call('POST', `/orgs/${ID}`, change);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(told);
  });

  test('an org that is not there is told in words that say what to do', async () => {
    const foreign = await newOrg({}, stranger);
    for (const id of ['org_made-up', foreign.ID])
      expect(await call('POST', `/orgs/${id}`, { name: 'X' })).toMatchObject({
        status: 404,
        body: { message: 'Organization ID is missing. Please try again or contact support.' },
      });
  });

  test('a client begins with what the org gives, and no answer holds the password or its hash', async () => {
    const org = await newOrg();
    ok(await call('POST', `/orgs/${org.ID}`, { defaultClientAccess: ['/leads', '/home'], preferredLanguage: 'de' }));
    const client = await newClient(org.ID);
    expect(client).toMatchObject({
      orgId: org.ID,
      canAccess: ['/leads', '/home'],
      preferredLanguage: 'de',
      status: 'offline',
      isOrgAdmin: false,
      allowCreateAgents: false,
      notificationsSettings: { notifyThrough: 'all', notifyIf: 'requestsOnly' },
      internal: { hasChangedPassword: false },
    });
    expect(client.ID).toMatch(/^\w{15}$/);
    const { password_hash } = await storedOf(client.ID);
    expect(password_hash).toMatch(/^\$argon2id\$/);
    const list = await call('GET', '/clients');
    expect(list.text).not.toContain(PASSWORD);
    expect(list.text).not.toContain('argon2');
  });

  test.each([['name'], ['email'], ['dashboardPassword']])('without %s: Please fill out all fields', async (field) => {
    const { ID } = await newOrg();
    const whole = { name: 'Cleo', email: newEmail(), dashboardPassword: PASSWORD };
    for (const value of ['', undefined]) {
      const refused = await call('POST', `/orgs/${ID}/clients`, { ...whole, [field]: value });
      expect(refused.status).toBe(400);
      expect(refused.body.issues).toContainEqual({ path: field, message: 'Please fill out all fields' });
    }
  });

  test('an address is one person under a brand, in whatever case, and another one under another brand', async () => {
    const [first, second] = [await newOrg(), await newOrg()];
    const email = newEmail();
    await newClient(first.ID, { email });
    const body = { name: 'Cleo', email: email.toUpperCase(), dashboardPassword: PASSWORD };
    // 'Client already exists to org: {orgId}'
    expect(await call('POST', `/orgs/${second.ID}/clients`, body)).toMatchObject({
      status: 409,
      body: { message: `Client already exists to org: ${first.ID}` },
    });
    const other = await newClient(second.ID);
    expect((await call('POST', `/clients/${other.ID}`, { email })).status).toBe(409);
    const abroad = await newOrg({}, stranger);
    expect(await newClient(abroad.ID, { email }, stranger)).toMatchObject({ email });
  });

  test('of ten that add one address at the same moment one succeeds', async () => {
    const { ID } = await newOrg();
    const body = { name: 'Cleo', email: newEmail(), dashboardPassword: PASSWORD };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', `/orgs/${ID}/clients`, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('a new password ends what was signed in with the old one; another change does not', async () => {
    const client = await newClient((await newOrg()).ID);
    const before = await storedOf(client.ID);
    ok(await call('POST', `/clients/${client.ID}`, { name: 'Cleo B.' }));
    expect(await storedOf(client.ID)).toMatchObject({ session_version: 1, password_hash: before.password_hash });
    ok(await call('POST', `/clients/${client.ID}`, { dashboardPassword: 'another-password' }));
    const after = await storedOf(client.ID);
    expect(after).toMatchObject({ session_version: 2, has_changed_password: false });
    expect(after.password_hash).not.toBe(before.password_hash);
  });

  test('a client works with agents of the org alone, and loses what the org loses', async () => {
    const [org, sibling] = [await newOrg(), await newOrg()];
    const agentId = await createAgent(api, owner);
    const client = await newClient(org.ID);
    const seen = async () => ok(await call('GET', `/clients/${client.ID}`)).widgetIDs;
    ok(await call('POST', `/orgs/${sibling.ID}/agents/${agentId}`, {}));
    expect((await call('POST', `/clients/${client.ID}/agents/${agentId}`, {})).status).toBe(404);
    ok(await call('POST', `/orgs/${org.ID}/agents/${agentId}`, {}));
    ok(await call('POST', `/clients/${client.ID}/agents/${agentId}`, {}));
    expect(await seen()).toEqual([agentId]);
    ok(await call('DELETE', `/orgs/${org.ID}/agents/${agentId}`));
    expect(await seen()).toEqual([]);
    ok(await call('POST', `/orgs/${org.ID}/agents/${agentId}`, {}));
    expect(await seen()).toEqual([]);
    ok(await call('DELETE', `/orgs/${org.ID}`));
    expect((await call('GET', `/clients/${client.ID}`)).status).toBe(404);
  });

  test('a new client gets the agents that are named, of the org alone, in one step', async () => {
    const [org, other] = [await newOrg(), await newOrg()];
    const [mine, foreign] = [await createAgent(api, owner), await createAgent(api, owner)];
    await call('POST', `/orgs/${org.ID}/agents/${mine}`, {});
    await call('POST', `/orgs/${other.ID}/agents/${foreign}`, {});
    expect((await newClient(org.ID, { widgetIDs: [mine, mine] })).widgetIDs).toEqual([mine]);
    const fields = { name: 'Dora', email: newEmail(), dashboardPassword: PASSWORD };
    const refused = await call('POST', `/orgs/${org.ID}/clients`, { ...fields, widgetIDs: [mine, foreign] });
    expect(refused.body).toMatchObject({ code: 'invalid_input', issues: [{ path: 'widgetIDs' }] });
    const { items } = ok(await call('GET', `/clients?search=${encodeURIComponent(fields.email)}`));
    expect(items).toEqual([]);
  });

  test('lists go page by page in one order, and find orgs by their people', async () => {
    const reader = await signUp(api);
    const orgs = [];
    for (const name of ['Delta', 'alpha', 'Charlie', 'bravo']) orgs.push(await newOrg({ name }, reader));
    await newClient(orgs[2].ID, { name: 'Zoë Long', email: 'zoe@example.com' }, reader);
    const names: string[] = [];
    for (let cursor = ''; ; ) {
      const page = ok(await call('GET', `/orgs?limit=3${cursor}`, undefined, reader));
      names.push(...page.items.map(({ name }: { name: string }) => name));
      expect(page.total).toBe(4);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(names).toEqual(['alpha', 'bravo', 'Charlie', 'Delta']);
    const found = ok(await call('GET', '/orgs?search=ZOE%40', undefined, reader));
    expect(found.items).toMatchObject([{ name: 'Charlie', clients: 1 }]);
    expect(ok(await call('GET', `/clients?orgId=${orgs[2].ID}`, undefined, reader)).total).toBe(1);
    expect(ok(await call('GET', `/clients?orgId=${orgs[0].ID}`, undefined, reader)).total).toBe(0);
  });

  test('a code opens one client once, for a minute, and only for the agency that made it', async () => {
    const client = await newClient((await newOrg()).ID);
    expect((await call('POST', `/clients/${client.ID}/open`, {})).status).toBe(409);
    expect((await call('POST', `/clients/${client.ID}/invite`, {})).status).toBe(409);
    const agency = { caller: owner.key, body: { uid: owner.uid } };
    ok(await api.call('POST', '/rpc/activateWhitelabelTrial', agency));
    const claim = { uid: owner.uid, customDomain: `c${owner.uid}`, isVGSubdomain: true };
    ok(await api.call('POST', '/hosting/custom-domain', { caller: owner.key, body: claim }));
    const open = async () => ok(await call('POST', `/clients/${client.ID}/open`, {}));
    const take = (code: string, uid = owner.uid, at = new Date()) => {
      const scope = makeScope(uid as Parameters<typeof makeScope>[0]);
      return database.transaction(scope, (tx) => takeOpening(tx, scope, code, at));
    };
    const { code, url } = await open();
    expect(new URL(url).hash).toBe(`#open=${code}`);
    expect(await take(code, stranger.uid)).toBeNull();
    expect(await take(code)).toEqual({ clientId: client.ID, openedBy: 'key' });
    expect(await take(code)).toBeNull();
    expect(await take((await open()).code, owner.uid, new Date(Date.now() + 61_000))).toBeNull();
    ok(await call('POST', `/clients/${client.ID}/invite`, {}));
  });
});
