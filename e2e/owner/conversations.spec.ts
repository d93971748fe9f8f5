import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { LONG, signUpWithLongLists } from '../world/long-lists.ts';
import { LOOKS_WITHIN } from '../world/looks.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';
import { chatOnce } from '../world/visitor-api.ts';

// The conversations of all agents on the real server: alive, found again, read, taken out and erased.

let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

const list = (page: Page) => page.getByRole('list', { name: 'Sessions' });
const links = (page: Page) => list(page).getByRole('link');
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Conversation' });

/** An owner with a published agent, and visitors who talk to it through the public API. */
async function makeShop(page: Page, name: string) {
  const owner = await signUpOwner(page.request, server.origin, addressFor(name));
  const agentId = await createAgent(owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  const open = async () => {
    const path = `${server.origin}/api/na/public`;
    const started = await (await page.request.post(`${path}/agents/${agentId}/conversations`, { data: {} })).json();
    const headers = { authorization: `Bearer ${started.visitorToken}` };
    const post = async (what: string, data: object) => {
      const answer = await page.request.post(`${path}/conversations/${started.conversationId}/${what}`, {
        headers,
        data,
      });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    return {
      id: started.conversationId as string,
      say: (text: string) => post('messages', { id: crypto.randomUUID(), text }),
      post,
    };
  };
  return { owner, agentId, open };
}

test(`${LONG.toLocaleString('en-US')} conversations: only what is seen is drawn; scrolling, filters, words and keys find any of them`, async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signUpWithLongLists(page, server, addressFor('long'));
  const at = (query = '') => page.goto(`${server.origin}/app/na/sessions${query}`);
  await at();
  await expect(links(page).first()).toContainText('Question 1 about');
  expect(await links(page).count(), 'rows in the page').toBeLessThan(60);
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return Number(/Question (\d+)/.exec((await links(page).last().textContent()) ?? '')?.[1]);
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(200);
  expect(await links(page).count(), 'rows in the page').toBeLessThan(60);

  await at('?unanswered=yes&rating=1&contact=no');
  await expect(links(page).first()).toBeVisible();
  const shown = await links(page).first().textContent();
  const number = Number(/Question (\d+)/.exec(shown ?? '')?.[1]);
  expect([number % 13, number % 9, number % 5, number % 11 === 0], shown ?? '').toEqual([0, 0, 0, false]);
  await page.getByRole('button', { name: '3 filters' }).click();
  await expect(page.getByRole('combobox', { name: 'Rating' })).toHaveValue('1 of 5');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(links(page).first()).toContainText('Question 1 about');

  await page.getByRole('textbox', { name: 'Search conversations' }).fill(`question ${LONG - 223} ABOUT`);
  await expect(links(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=question/);
  await page.reload();
  await expect(links(page)).toHaveCount(1);

  await at('?channel=widget');
  await expect(links(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(links(page).first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(links(page).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(links(page).nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('k');
  await expect(links(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toContainText('Question 1 about');
  await expect(page).toHaveURL(/convo=cnv_/);
  await page.keyboard.press('j');
  await expect(drawer(page)).toContainText('Question 2 about');
  await page.keyboard.press('k');
  await expect(drawer(page)).toContainText('Question 1 about');
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(page).not.toHaveURL(/convo=/);
});

test('a conversation appears while the page is open, is followed, read with its trace and contact, taken out and erased', async ({
  page,
}) => {
  const { owner, open } = await makeShop(page, 'live');
  await page.goto(`${server.origin}/app/na/sessions`);
  await expect(page.getByText('Nobody has asked anything yet.')).toBeVisible();
  const visitor = await open();
  await visitor.say('What does an electric bike cost?');
  await expect(links(page)).toHaveCount(1, { timeout: 40_000 });
  await links(page).first().click();
  await expect(drawer(page)).toContainText('28 euros', { timeout: 40_000 });
  await drawer(page).getByRole('button', { name: 'How it was made' }).click();
  await expect(drawer(page)).toContainText('Searched for');
  // As in the inbox: the visitor at the start of the line, the agent by its name at the end, sources as chips.
  const said = drawer(page).getByRole('listitem').filter({ hasText: '28 euros a day' });
  await expect(said.first()).toContainText('Harbour Bikes');
  await expect(
    said
      .first()
      .getByText(/28 euros a day/)
      .first(),
  ).not.toContainText('[1]');
  const asked = await drawer(page).getByText('What does an electric bike cost?').first().boundingBox();
  const answered = await said
    .first()
    .getByText(/28 euros a day/)
    .first()
    .boundingBox();
  expect(asked?.x).toBeLessThan(answered?.x ?? 0);

  await visitor.say('Do you rent out submarines?');
  await expect(drawer(page)).toContainText('Do you rent out submarines?', { timeout: 40_000 });
  await visitor.post('contact', { email: 'visitor@example.com', message: 'Please call on Monday.' });
  await visitor.post('rating', { rating: 2, comment: 'Too slow' });
  await expect(drawer(page)).toContainText('Please call on Monday.', { timeout: 40_000 });
  await expect(drawer(page)).toContainText('Rated 2 of 5');
  await expect(drawer(page)).toContainText('Too slow');

  await drawer(page).getByRole('button', { name: 'Export' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Text to read' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^conversation-\d{4}-\d\d-\d\d-cnv_\w+\.txt$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('Visitor\nDo you rent out submarines?');

  await drawer(page).getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByRole('dialog', { name: 'Erase this conversation?' })).toContainText(
    'THIS ACTION CANNOT BE UNDONE.',
  );
  await page.getByRole('dialog', { name: 'Erase this conversation?' }).getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('Conversation erased.')).toBeVisible();
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByText('Nobody has asked anything yet.')).toBeVisible();
  await expect(owner.call('get', `/v2/conversations/${visitor.id}`)).rejects.toThrow('404');
});

test("an agent's own page has the same list with the agent given, its filters in the address", async ({ page }) => {
  const { owner, agentId, open } = await makeShop(page, 'one');
  const other = await createAgent(owner, 'Another shop', 'A tent costs 9 euros a day.');
  await owner.call('post', `/v2/agents/${other}/publish`, {});
  const rated = await open();
  await rated.say('What does an electric bike cost?');
  await rated.post('rating', { rating: 5, comment: '' });
  await rated.post('contact', { email: 'visitor@example.com', message: '' });
  await (await open()).say('Do you rent out submarines?');
  await chatOnce(page.request, server.origin, other, ['What does a tent cost?'], null);

  await page.goto(`${server.origin}/app/na/agents/${agentId}/convos`);
  const own = page.getByRole('list', { name: 'Conversations' }).getByRole('link');
  await expect(own).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Rating' }).click();
  await page.getByRole('option', { name: '5 of 5' }).click();
  await expect(own).toHaveCount(1);
  await expect(own).toContainText('visitor@example.com');
  await expect(own.locator('time')).toBeVisible();
  await expect(page).toHaveURL(/rating=/);
  await page.reload();
  await expect(own).toHaveCount(1);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  const csv = await readFile(await (await saving).path(), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
  expect(csv).toContain('visitor@example.com');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(own).toHaveCount(2);
  await own.filter({ hasText: 'electric bike' }).click();
  await expect(drawer(page)).toContainText('28 euros', { timeout: 40_000 });
  await expect(page).toHaveURL(/convo=cnv_/);
  await drawer(page).getByRole('button', { name: 'Take over' }).click();
  await expect(page).toHaveURL(/\/inbox\?chat=/);
});

test('the list as it is filtered is exported, with its progress; a formula of a visitor stays text', async ({
  page,
}) => {
  const { open } = await makeShop(page, 'export');
  await (await open()).say('=1+1');
  const rated = await open();
  await rated.say('What does an electric bike cost?');
  await rated.post('rating', { rating: 5, comment: '' });
  await page.goto(`${server.origin}/app/na/sessions`);
  await expect(links(page)).toHaveCount(2);
  const exported = async (format: RegExp) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('radio', { name: format }).check();
    const saving = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const text = await readFile(await (await saving).path(), 'utf8');
    await expect(page.getByRole('dialog')).toBeHidden();
    return text;
  };
  const csv = await exported(/CSV/);
  expect(csv).toContain(",'=1+1,");
  expect(csv.trimEnd().split('\r\n')).toHaveLength(3);
  await page.goto(`${server.origin}/app/na/sessions?rating=5`);
  await expect(links(page)).toHaveCount(1);
  const lines = (await exported(/JSON/)).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).transcript.map(({ role }: { role: string }) => role))).toEqual([
    ['agent', 'visitor', 'agent'],
  ]);

  // Broken off in the middle it is no export.
  await page.route('**/conversations/export?**', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Forced failure.', requestId: 'r-1' } }),
  );
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Forced failure.');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Retry' })).toBeVisible();
});

for (const { scheme, width } of LOOKS_WITHIN) {
  test(`has no serious fault for assistive technology, ${scheme}, ${width} px`, async ({ page }) => {
    const { open } = await makeShop(page, `axe-${scheme}-${width}`);
    const visitor = await open();
    await visitor.say(
      'Donaudampfschifffahrtsgesellschaftskapitän, was kostet ein Elektrofahrrad für eine ganze Woche?',
    );
    await visitor.post('contact', { email: 'visitor@example.com', message: 'Bitte anrufen.' });
    await visitor.post('rating', { rating: 4, comment: 'Gut' });
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${server.origin}/app/na/sessions`);
    await expect(links(page)).toHaveCount(1);
    expect(await seriousFaults(page), 'list').toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, 'not wider than the screen').toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByLabel('From')).toBeVisible();
    expect(await seriousFaults(page), 'filters').toEqual([]);
    await page.keyboard.press('Escape');
    await links(page).first().click();
    await expect(drawer(page)).toContainText('Bitte anrufen.');
    expect(await seriousFaults(page), 'conversation').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await seriousFaults(page), 'export').toEqual([]);
  });
}
