import { request } from 'node:http';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { runSql } from './databases.ts';
import { type Owner, signUpOwner } from './owner-api.ts';

/** An agency on a host of its own, with an org, agents and people: what a client's journeys begin with. */
export interface AgencyWorld {
  owner: Owner;
  /** The owner's browser. */
  context: BrowserContext;
  /** Such as http://nordlicht.localhost:3000 */
  clientUrl: string;
  agencyId: string;
  orgId: string;
  agentIds: string[];
  addClient(input: NewPerson): Promise<{ ID: string; email: string }>;
  changeOrg(change: object): Promise<unknown>;
}

interface NewPerson {
  email: string;
  name?: string;
  canAccess?: string[];
  isOrgAdmin?: boolean;
  allowCreateAgents?: boolean;
  /** How many of the org's agents are theirs; all of them unless said. */
  agents?: number;
}

/** The agency's sending domain in a status, as if that had been found: no key of Resend, and no zone, is here. */
export const setSendingDomain = (server: { databaseUrl: string }, uid: string, status: string) =>
  runSql(
    server,
    `insert into sending_domains (domain, id, agency_id, workspace_uid, provider, status, status_since, records)
      select 'mail.' || lower(id) || '.example', 'snd_' || id, id, workspace_uid, 'elsewhere', '${status}', now(), '[]'
      from agencies where workspace_uid = '${uid}'
      on conflict (domain) do update set status = excluded.status`,
  );

export const firstPassword = 'first-horse-battery';
export const ownPassword = 'own-horse-battery';

export async function makeAgencyWorld(
  browser: Browser,
  origin: string,
  { sub, brand = {}, titles = ['Harbour Bikes', 'Harbour Cafe'] }: { sub: string; brand?: object; titles?: string[] },
): Promise<AgencyWorld> {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, origin, `${sub}@example.com`);
  const { uid, call } = owner;
  const own = (path: string, body: object) => call('post', `/v2/workspaces/${uid}${path}`, body);
  await call('post', '/rpc/activateWhitelabelTrial', { uid });
  await own('/agency', { name: 'Nordlicht', supportEmail: 'help@example.com', ...brand });
  const claimed = await call('post', '/hosting/custom-domain', { uid, customDomain: sub, isVGSubdomain: true });
  const { ID: orgId } = await own('/orgs', { name: 'Harbour Labs' });
  const agentIds: string[] = [];
  for (const title of titles) {
    const { ID } = await own('/agents', { title });
    await own(`/orgs/${orgId}/agents/${ID}`, {});
    agentIds.push(ID);
  }
  return {
    owner,
    context,
    clientUrl: claimed.clientUrl,
    agencyId: claimed.agency.ID,
    orgId,
    agentIds,
    async addClient({ email, name = 'Cleo Client', agents = agentIds.length, ...fields }) {
      const { canAccess } = fields;
      const order = canAccess ? { clientTabOrder: canAccess } : {};
      const client = await own(`/orgs/${orgId}/clients`, {
        name,
        email,
        dashboardPassword: firstPassword,
        ...fields,
        ...order,
      });
      for (const agentId of agentIds.slice(0, agents)) await own(`/clients/${client.ID}/agents/${agentId}`, {});
      return client;
    },
    changeOrg: (change) => own(`/orgs/${orgId}`, change),
  };
}

/** By password, with the first one still to be changed where it is a first sign-in, as the client does it. */
export async function signInByForm(page: Page, address: string, email: string, { isFirst = true } = {}) {
  await page.goto(address);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(isFirst ? firstPassword : ownPassword);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  if (isFirst) await chooseOwnPassword(page);
  await page.waitForURL(/\/app\/na/);
}

/** The cookie that a call of a client's session is answered with, else the one that was sent. No resolver needs to know the host. */
function postToHost(clientUrl: string, path: string, data: object, cookie = ''): Promise<string> {
  const { host, port } = new URL(clientUrl);
  const headers = { host, cookie, origin: clientUrl, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: `/api/na/client/${path}`, method: 'POST', headers });
    asked.on('error', reject).on('response', (answer) => {
      answer.resume();
      if (answer.statusCode === 200) resolve(answer.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie);
      else reject(new Error(`${path}: ${answer.statusCode}`));
    });
    asked.end(JSON.stringify(data));
  });
}

/** The same without the form, for journeys that begin in the dashboard. It is open afterwards, unless the journey opens it. */
export async function signInClient(
  page: Page,
  clientUrl: string,
  email: string,
  { isFirst = true, opens = true }: { isFirst?: boolean; opens?: boolean } = {},
) {
  const given = await postToHost(clientUrl, 'sign-in', { email, password: isFirst ? firstPassword : ownPassword });
  const cookie = isFirst ? await postToHost(clientUrl, 'password', { newPassword: ownPassword }, given) : given;
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: clientUrl, httpOnly: true, sameSite: 'Lax' }]);
  if (!opens) return;
  await page.goto(clientUrl);
  await page.waitForURL(/\/app\/na/);
}

export async function chooseOwnPassword(page: Page) {
  await page.getByLabel('New password', { exact: true }).fill(ownPassword);
  await page.getByLabel('Repeat the new password').fill(ownPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
}
