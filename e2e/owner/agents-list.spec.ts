import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { LONG, signUpWithLongLists } from '../world/long-lists.ts';
import { LOOKS_WITHIN } from '../world/looks.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// The list of agents: as long as an agency's, and everything that can be done to one from it.

let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Agents' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
const signUp = async (page: Page, name: string): Promise<Owner> =>
  signUpOwner(page.request, server.origin, addressFor(name));
const openList = async (page: Page, query = '') => page.goto(`${server.origin}/app/na/agents${query}`);

async function choose(page: Page, agent: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${agent}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function reachesVisitors(page: Page, id: string): Promise<boolean> {
  const answer = await page.request.post(`${server.origin}/api/na/public/agents/${id}/conversations`, { data: {} });
  return answer.ok();
}

const shown = LONG.toLocaleString('en-US');
/** Of the third tag, which every seventh has, and a draft, as every third is. */
const drafts = 1 + Math.floor((LONG - 3) / 21);

test(`${shown} agents: pages, search, order, tags and state come from the server and stand in the address`, async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signUpWithLongLists(page, server, addressFor('agency'));
  await page.goto(`${server.origin}/app/na/agents`);
  await expect(page.getByText(`50 of ${shown} agents`)).toBeVisible();
  await expect(rows(page).first()).toContainText('Agent number 1');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText(`100 of ${shown} agents`)).toBeVisible();
  await expect(rows(page)).toHaveCount(100);

  await page.getByRole('textbox', { name: 'Search agents' }).fill('NUMBER 199');
  await expect(page.getByText('11 of 11 agents')).toBeVisible();
  await expect(page).toHaveURL(/search=NUMBER/);
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Name' }).click();
  await expect(rows(page).first().getByRole('link')).toHaveText('Agent number 199');
  await expect(rows(page).nth(1).getByRole('link')).toHaveText('Agent number 1990');

  await page.goto(`${server.origin}/app/na/agents?tag=tag+3&state=draft&sort=title`);
  await expect(page.getByText(`50 of ${drafts} agents`, { exact: true })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Draft');
  await rows(page).first().getByRole('button', { name: 'tag 3' }).click();
  await expect(page).toHaveURL(/tag=tag\+3|tag=tag%203/);
  await page.reload();
  await expect(page.getByText(`50 of ${drafts} agents`, { exact: true })).toBeVisible();

  await page.getByText('Cards', { exact: true }).click({ force: true });
  await expect(page).toHaveURL(/view=cards/);
  await expect(page.getByRole('list', { name: 'Agents' }).getByRole('link')).toHaveCount(50);

  await page.goto(`${server.origin}/app/na/agents?search=nothing+like+it`);
  await expect(page.getByText('No agent matches "nothing like it".')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText(`50 of ${shown} agents`)).toBeVisible();
});

test('an agent is duplicated with its documents, tagged, deleted, taken back at once and out of the trash', async ({
  page,
}) => {
  const owner = await signUp(page, 'one');
  const id = await createAgent(owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await openList(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Published');

  await choose(page, 'Harbour Bikes', 'Duplicate agent');
  await expect(page.getByText('Harbour Bikes was duplicated.')).toBeVisible();
  const copy = rows(page).filter({ hasText: 'Harbour Bikes copy' });
  await expect(copy).toContainText('Draft');
  const copyId = /agents\/(agt_\w+)/.exec((await copy.getByRole('link').getAttribute('href')) ?? '')?.[1];
  await expect
    .poll(async () =>
      (await owner.call('get', `/v2/agents/${copyId}/knowledge`)).items.map((item: { state: string }) => item.state),
    )
    .toEqual(['SUCCESS']);
  const { items } = await owner.call('post', `/v2/agents/${copyId}/knowledge-search`, {
    q: 'price of an electric bike',
  });
  expect(items[0].text).toContain('28 euros');

  await choose(page, 'Harbour Bikes', 'Edit tags');
  await page.getByRole('combobox', { name: 'Tags' }).fill('North');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Tags saved.')).toBeVisible();
  await rows(page).getByRole('button', { name: 'North' }).click();
  await expect(page).toHaveURL(/tag=North/);
  await expect(rows(page)).toHaveCount(1);

  expect(await reachesVisitors(page, id)).toBe(true);
  await choose(page, 'Harbour Bikes', 'Delete agent');
  await expect(page.getByRole('dialog')).toContainText('It stays in the trash for 30 days');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete agent' }).click();
  await expect(page.getByText('Agent deleted.')).toBeVisible();
  expect(await reachesVisitors(page, id)).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Agent restored.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  expect(await reachesVisitors(page, id)).toBe(true);

  await openList(page);
  await choose(page, 'Harbour Bikes', 'Delete agent');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete agent' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL(/trash=true/);
  await page.getByRole('button', { name: 'Restore Harbour Bikes' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to agents' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('what fails claims no success and changes nothing', async ({ page }) => {
  const owner = await signUp(page, 'failing');
  await createAgent(owner, 'Harbour Bikes', 'Open from nine.');
  await openList(page);
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Forced failure.', requestId: 'r-1' } }),
  );
  const failures: [string, string][] = [
    ['Duplicate agent', 'Failed to duplicate agent.'],
    ['Delete agent', 'Failed to delete agent.'],
    ['Edit tags', 'Failed to save the tags.'],
  ];
  for (const [action, failure] of failures) {
    await choose(page, 'Harbour Bikes', action);
    if (action === 'Delete agent') await page.getByRole('dialog').getByRole('button', { name: action }).click();
    if (action === 'Edit tags') await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: failure })).toContainText('Forced failure.');
    expect(await page.getByText(/was duplicated|Agent deleted|Tags saved/).count()).toBe(0);
    await page.getByRole('alert').filter({ hasText: failure }).getByRole('button', { name: 'Close notice' }).click();
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  }
  await expect(rows(page)).toHaveCount(1);
});

test('a credential in use names its agents and is not deleted; its key is replaced', async ({ page }) => {
  const owner = await signUp(page, 'keys');
  const id = await createAgent(owner, 'Harbour Bikes', 'Open from nine.');
  const credential = await owner.call('post', `/v2/workspaces/${owner.uid}/credentials`, {
    provider: 'openai',
    label: 'Main key',
    secret: 'sk-0123456789abcdef',
  });
  const agent = await owner.call('get', `/v2/agents/${id}`);
  const model = { ...agent.settings.model, provider: 'openai', model: 'gpt', credentialId: credential.id };
  await owner.call('post', `/v2/agents/${id}`, {
    settings: { ...agent.settings, model },
    draftRevision: agent.draftRevision,
  });

  await page.goto(`${server.origin}/app/na/credentials`);
  const row = page.getByRole('row').filter({ hasText: 'Main key' });
  await expect(row).toContainText('cdef');
  await expect(row).toContainText('Ann Example');
  await row.getByRole('button', { name: '1 agent' }).click();
  await expect(page.getByRole('link', { name: 'Harbour Bikes' })).toBeVisible();
  await page.getByRole('heading', { name: 'Credentials', exact: true }).click();
  await choose(page, 'Main key', 'Delete credential');
  const refusal = page.getByRole('dialog', { name: 'Delete "Main key"?' });
  await expect(refusal).toContainText('These agents use it.');
  await expect(refusal.getByRole('link', { name: 'Harbour Bikes' })).toBeVisible();
  await page.keyboard.press('Escape');

  await choose(page, 'Main key', 'Replace key');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click();
  await expect(page.getByText('Please enter the key.')).toBeVisible();
  await page.getByLabel('Key', { exact: true }).fill('sk-9876543210wxyz');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click();
  await expect(page.getByText('Key replaced.')).toBeVisible();
  await expect(row).toContainText('wxyz');
  expect(await page.content()).not.toContain('sk-98765');
});

for (const { scheme, width } of LOOKS_WITHIN) {
  test(`has no serious fault for assistive technology, ${scheme}, ${width} px`, async ({ page }) => {
    const owner = await signUp(page, `axe-${scheme}-${width}`);
    const id = await createAgent(owner, 'Kundenberatung Donaudampfschifffahrtsgesellschaft', 'Open from nine.');
    await owner.call('post', `/v2/agents/${id}/tags`, { tags: ['Rhein-Main-Donau', 'North'] });
    const second = await createAgent(owner, 'Second', 'Open from nine.');
    await owner.call('post', `/v2/agents/${second}/duplicate`, {});
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    for (const query of ['', '?view=cards', '?trash=true']) {
      await openList(page, query);
      await expect(
        page.getByRole('heading', { level: 1, name: query === '?trash=true' ? 'Trash' : 'Agents' }),
      ).toBeVisible();
      if (query !== '?trash=true') await expect(page.getByText('3 of 3 agents')).toBeVisible();
      expect(await seriousFaults(page), query).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${query} is not wider than the screen`).toBeLessThanOrEqual(0);
    }
  });
}
