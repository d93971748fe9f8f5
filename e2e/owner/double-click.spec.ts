import { expect, type Page } from '@playwright/test';
import { addressFor, test } from '../world/journey.ts';
import { createEmptyAgent, signUpOwner } from '../world/owner-api.ts';
import { makeWeatherWorld } from '../world/weather.ts';

// Who is used to double clicks presses every button twice. It is done once, and nothing is told of that did not fail.

/** Counts the calls of a page whose address ends so. */
function count(page: Page, end: string) {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(end)) calls.push(request.url());
  });
  return calls;
}

test('a trial is started and an agent published by a double click, once', async ({ browser, shared }) => {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, shared.origin, addressFor('ann'));
  const agentId = await createEmptyAgent(owner, 'Harbour Bikes');
  const page = await context.newPage();
  const trials = count(page, '/activateWhitelabelTrial');
  const published = count(page, '/publish');
  await page.goto(`${shared.origin}/app/na/agency`);
  await page.getByRole('button', { name: 'Start free trial' }).dblclick();
  await expect(page.getByText('Your white-label trial is active')).toBeVisible();
  await page.goto(`${shared.origin}/app/na/agents/${agentId}/overview`);
  await page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true }).dblclick();
  await expect(page.getByText('Published. Visitors get this version from now on.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect([trials.length, published.length]).toEqual([1, 1]);
  await expect(page.getByRole('alert').filter({ hasText: 'Failed' })).toHaveCount(0);
});

test('what takes the place of the button that was pressed is not pressed with it', async ({ browser, shared }) => {
  const sky = await makeWeatherWorld(browser, shared, 'twice');
  const page = await sky.open();
  await page.goto(sky.place('convos?view=inbox'));
  await sky.visitorWaits('What does a bike cost?');
  await page.getByRole('list', { name: 'Conversations for people' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Take over' }).click();
  const giveBack = page.getByRole('button', { name: 'Return to agent' });
  await expect(giveBack).toBeVisible();
  const returned = count(page, '/give-back');
  // The second of the two clicks, as browsers count them, wherever the layout has put it.
  await giveBack.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForLoadState('networkidle');
  expect(returned).toEqual([]);
  // Meant, it works.
  await giveBack.click();
  await expect.poll(() => returned.length).toBe(1);
  await sky.dispose();
});
