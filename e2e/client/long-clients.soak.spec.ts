import { expect, type Page } from '@playwright/test';
import { amount } from '../../server/test/harness/amounts.ts';
import { runSql } from '../world/databases.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';

// An agency of 1,000 orgs and 10,000 clients: a page of each is read and drawn, anybody is found, and agents are given as before.

const ORGS = amount(1_000, 200);
const CLIENTS = amount(10_000, 2_000);
const orgs = ORGS.toLocaleString('en-US');
/** Somebody and some org far behind. */
const [person, company] = [CLIENTS - 124, ORGS - 23];
/** Of the first org, which the others are copies of. */
const CROWD = 60;
const SOON = { timeout: 40_000 };

test.use({ actionTimeout: 15_000 });

/** Copies of the one org and client that were made by hand, with names and addresses of their own. */
const seeds = (uid: string, orgId: string, clientId: string) => [
  `insert into orgs select (jsonb_populate_record(null::orgs, to_jsonb(one) || jsonb_build_object(
     'id', 'org_seed' || n, 'name', 'Company number ' || lpad(n::text, 4, '0')))).*
   from orgs one, generate_series(1, ${ORGS - 1}) n where one.id = '${orgId}'`,
  `insert into clients select (jsonb_populate_record(null::clients, to_jsonb(one) || jsonb_build_object(
     'id', 'clientseed' || n, 'org_id', case when n < ${CROWD} then '${orgId}' else 'org_seed' || 1 + n % ${ORGS - 1} end,
     'name', 'Person number ' || lpad(n::text, 5, '0'), 'email', 'person' || n || '@example.com'))).*
   from clients one, generate_series(1, ${CLIENTS - 1}) n where one.id = '${clientId}'`,
  `insert into org_agents (org_id, agent_id, workspace_uid)
   select 'org_seed' || n, agent_id, '${uid}' from org_agents, generate_series(1, ${ORGS - 1}) n where org_id = '${orgId}'`,
  'analyze',
];

const search = (page: Page, words: string) =>
  page.getByRole('textbox', { name: 'Search orgs and clients' }).fill(words);

test(`${orgs} orgs with ${CLIENTS.toLocaleString('en-US')} clients: pages, search, drag and button`, async ({
  page,
  shared: server,
}) => {
  test.setTimeout(240_000);
  const owner = await signUpOwner(page.request, server.origin, addressFor('long-clients'));
  const { uid, call } = owner;
  const own = (path: string, body: object) => call('post', `/v2/workspaces/${uid}${path}`, body);
  const agentId = await createAgent(owner, 'Harbour Bikes', 'Open from nine to five.');
  const { ID: orgId } = await own('/orgs', { name: 'A company first' });
  await own(`/orgs/${orgId}/agents/${agentId}`, {});
  const first = { name: 'Cleo Client', email: 'cleo@example.com', dashboardPassword: 'correct-horse-battery' };
  const { ID: clientId } = await own(`/orgs/${orgId}/clients`, first);
  await own('/agents', { title: 'Harbour Cafe' });
  await runSql(server, ...seeds(uid, orgId, clientId));

  await page.goto(`${server.origin}/app/na/clients`);
  await expect(page.getByText(`25 of ${orgs} orgs`)).toBeVisible(SOON);
  const crowd = page.getByRole('region', { name: 'A company first' });
  await expect(crowd.getByText('60 clients')).toBeVisible();
  await page.getByRole('button', { name: 'Show more orgs' }).click();
  await expect(page.getByText(`50 of ${orgs} orgs`)).toBeVisible(SOON);
  await expect(page.getByRole('region', { name: /company/i })).toHaveCount(50);

  await crowd.getByRole('button', { name: /A company first.*60 clients/ }).click();
  const people = crowd.getByRole('listitem');
  await expect(people).toHaveCount(25, SOON);
  await crowd.getByRole('button', { name: 'Show more' }).click();
  await expect(people).toHaveCount(50, SOON);

  await search(page, `PERSON${person}@`);
  await expect(page.getByText('1 of 1 org')).toBeVisible(SOON);
  const row = page.getByRole('listitem').filter({ hasText: `person${person}@example.com` });
  await expect(row).toBeVisible(SOON);
  await expect(page.getByRole('region', { name: /company/i }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('complementary', { name: 'Agents' }).getByText('Harbour Cafe').dragTo(row);
  await expect(row.getByText('Harbour Cafe')).toBeVisible(SOON);
  await page.getByRole('button', { name: `Agents of Person number ${String(person).padStart(5, '0')}` }).click();
  await page.getByRole('checkbox', { name: 'Harbour Bikes' }).click();
  await expect(row.getByText('Harbour Bikes')).toBeVisible(SOON);
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(row.getByText('Harbour Bikes')).toBeVisible(SOON);
  await search(page, `company number ${String(company).padStart(4, '0')}`);
  await expect(page.getByRole('region', { name: `Company number ${String(company).padStart(4, '0')}` })).toBeVisible(
    SOON,
  );
  await expect(page.getByText('1 of 1 org')).toBeVisible();
});
