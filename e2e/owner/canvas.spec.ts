import { portName } from '@antiphon/contract/flow-check';
import type { Flow, FlowNode } from '@antiphon/contract/flow-parts';
import { expect, type Locator, type Page } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { arrowTo, tabTo } from '../world/keys.ts';
import { LOOKS_WITHIN, look } from '../world/looks.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// How a conversation goes, drawn with the mouse and written with the keyboard: twelve nodes either way, and the same document.

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const open = (page: Page, id: string, view: string) =>
  page.goto(`${server.origin}/app/na/agents/${id}/prompt?view=${view}`);
const nodeOf = (page: Page, title: string) => page.locator('.react-flow__node').filter({ hasText: title });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Fields of the chosen part' });
const whole = (page: Page) => page.getByText('No problems');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** What follows what, by the words that people see: free of ids, so that two flows can be compared. */
async function waysOf(owner: Owner, id: string): Promise<string[]> {
  const { settings } = (await owner.call('get', `/v2/agents/${id}`)) as { settings: { flow: Flow } };
  return settings.flow.sections.flatMap(({ nodes, edges }) => {
    const called = (nodeId: string) => named(nodes.find((node) => node.id === nodeId)!);
    return edges
      .map(({ from, port, to }) => {
        const node = nodes.find((one) => one.id === from)!;
        return `${called(from)} | ${portName(node, port)} | ${called(to)}`;
      })
      .toSorted();
  });
}
const named = (node: FlowNode) => node.name || node.kind;

const WAYS = [
  'Hello | next | Menu',
  'Large | 1 | Team',
  'Large | else | Table',
  'Menu | Book | People',
  'Menu | Prices | Known',
  'Menu | other | step',
  'Known | found | More',
  'Known | notFound | step',
  'More | next | step',
  'People | done | Large',
  'People | notGiven | step',
  'Rest | done | step',
  'Rest | timeout | Over',
  'Table | next | Rest',
  'Team | nobody | step',
  'Team | taken | step',
  'start | next | Hello',
].toSorted();

/** From a dot of one node to another node, or to empty ground. */
async function pull(page: Page, title: string, exit: string, to: Locator | { x: number; y: number }) {
  const node = nodeOf(page, title);
  const row = node
    .locator('li')
    .filter({ hasText: new RegExp(`^${exit}$`) })
    .locator('.react-flow__handle');
  const dot = exit === '' ? node.locator('.react-flow__handle.source') : row;
  const from = (await dot.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  const box = 'x' in to ? null : (await to.locator('.react-flow__handle.target').boundingBox())!;
  const end = box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : (to as { x: number; y: number });
  await page.mouse.move(end.x - 8, end.y - 8, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 2 });
  await page.mouse.up();
}

/** Pulls a line to empty ground, chooses what comes there, and names it. */
async function addBehind(page: Page, title: string, exit: string, kind: string, name: string) {
  const ground = (await page.locator('.react-flow__pane').boundingBox())!;
  await pull(page, title, exit, { x: ground.x + ground.width - 40, y: ground.y + 24 });
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
  await panel(page).getByLabel('Name on the canvas').fill(name);
  await page.getByRole('button', { name: 'Tidy up' }).click();
  await page.getByRole('button', { name: 'Show everything' }).click();
}

async function join(page: Page, title: string, exit: string, to: string) {
  await pull(page, title, exit, nodeOf(page, to));
}

test('twelve nodes are drawn with the mouse, and published once nothing is missing', async ({ page }) => {
  test.setTimeout(120_000);
  const owner = await signUpOwner(page.request, server.origin, addressFor('canvas'));
  const id = await createAgent(owner, 'Harbour Bikes', prices);
  await page.setViewportSize({ width: 1600, height: 1000 });
  await open(page, id, 'canvas');
  const fields = panel(page);

  await addBehind(page, 'Start', '', 'Message', 'Hello');
  await fields.getByLabel('What is said', { exact: true }).fill('Welcome to the harbour.');
  await addBehind(page, 'Hello', '', 'Message', 'Menu');
  await fields.getByLabel('What is said', { exact: true }).fill('What can we do for you?');
  for (const [index, word] of ['Book', 'Prices'].entries()) {
    await fields.getByRole('button', { name: 'Add a button' }).click();
    await fields.getByLabel(`Words of button ${index + 1}`).fill(word);
  }
  await addBehind(page, 'Menu', 'Book', 'Question', 'People');
  await fields.getByLabel('Question', { exact: true }).fill('For how many people?');
  await fields.getByLabel('Keep the answer in').click();
  await page.getByRole('option', { name: 'Add a variable' }).click();
  await page.getByRole('button', { name: 'Variables' }).click();
  const variables = page.getByRole('dialog', { name: 'Variables' });
  await variables.getByLabel('Name of value_1').fill('people');
  await variables.getByLabel('Kind of value_1').click();
  await page.getByRole('option', { name: 'Number' }).click();
  await variables.getByRole('button', { name: 'Add a variable' }).click();
  await page.keyboard.press('Escape');
  await expect(fields.getByLabel('Keep the answer in')).toHaveValue('people');

  await addBehind(page, 'Menu', 'Prices', 'Knowledge', 'Known');
  await fields.getByLabel('What is looked for', { exact: true }).fill('Prices');
  await addBehind(page, 'Known', 'Found', 'Message', 'More');
  await fields.getByLabel('What is said', { exact: true }).fill('Anything else?');
  await addBehind(page, 'People', 'Done', 'Condition', 'Large');
  await fields.getByRole('button', { name: 'Add a case' }).click();
  await fields.getByLabel('Variable', { exact: true }).click();
  await page.getByRole('option', { name: 'people' }).click();
  await fields.getByLabel('Comparison').click();
  await page.getByRole('option', { name: 'is more than' }).click();
  await fields.getByLabel('Compared with', { exact: true }).fill('8');
  await addBehind(page, 'Large', 'Case 1', 'Ask for a person', 'Team');
  await addBehind(page, 'Large', 'Else', 'Set a variable', 'Table');
  await fields.getByLabel('Variable', { exact: true }).click();
  await page.getByRole('option', { name: 'value_2' }).click();
  await fields.getByLabel('Becomes', { exact: true }).fill('inside');
  await addBehind(page, 'Table', '', 'Wait', 'Rest');
  await addBehind(page, 'Rest', 'Time has passed', 'End', 'Over');

  // What is missing keeps it from being published, and is told where it is.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/Nothing (follows|leads here)/).first()).toBeVisible();
  await page.getByRole('button', { name: /problems$/ }).click();
  await page.getByRole('menuitem', { name: 'Team Nothing follows Nobody is there.' }).click();
  await expect(fields.getByRole('heading', { name: 'Team' })).toBeVisible();

  for (const [title, exit] of [
    ['Menu', 'Something else'],
    ['Known', 'Not found'],
    ['More', ''],
    ['People', 'Not given'],
    ['Rest', 'Done'],
    ['Team', 'Nobody is there'],
    ['Team', 'Somebody is there'],
  ] as const)
    await join(page, title, exit, 'Main step');
  await expect(whole(page)).toBeVisible();
  await save(page).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(await waysOf(owner, id)).toEqual(WAYS);

  // A node is moved: nothing has to be saved, and it stands there after a reload.
  const node = nodeOf(page, 'Over');
  const before = (await node.boundingBox())!;
  await page.mouse.move(before.x + 60, before.y + 12);
  await page.mouse.down();
  await page.mouse.move(before.x + 60, before.y + 92, { steps: 5 });
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/flow-layout') && response.request().method() === 'POST',
  );
  await page.mouse.up();
  await stored;
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { positions } = (await owner.call('get', `/v2/agents/${id}/flow-layout`)) as {
    positions: Record<string, { y: number }>;
  };
  await page.reload();
  await expect(nodeOf(page, 'Over')).toBeVisible();
  expect(await owner.call('get', `/v2/agents/${id}/flow-layout`)).toEqual({ positions });

  // Undo takes back what was removed, with its lines; all at once.
  await nodeOf(page, 'Menu').click();
  await page.keyboard.press('Delete');
  await expect(nodeOf(page, 'Menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /problems$/ })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(nodeOf(page, 'Menu')).toHaveCount(1);
  await expect(whole(page)).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1600, height: 1000 });

  // The test chat lights up where its newest answer went.
  await page.getByRole('button', { name: 'Test chat' }).click();
  const chat = page.frameLocator('iframe[title="Test chat"]');
  await chat.getByRole('textbox').fill('Prices');
  await chat.getByRole('textbox').press('Enter');
  await expect(nodeOf(page, 'Known').locator('[data-lit]')).toBeVisible();
  await expect(nodeOf(page, 'People').locator('[data-lit]')).toHaveCount(0);
  await page.getByRole('button', { name: /^Turn 1 of 1/ }).click();
  await expect(page.getByText(/Known → More/)).toBeVisible();
});

/** In the fields of the node that is open: what follows an exit, chosen by typing. */
async function follow(page: Page, exit: string, what: string) {
  await tabTo(page, panel(page).getByLabel(exit, { exact: true }));
  await page.keyboard.type(what);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Chooses from a list that has the focus. */
async function choose(page: Page, field: string, option: string) {
  await tabTo(page, panel(page).getByLabel(field, { exact: true }));
  await page.keyboard.press('Enter');
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(wanted).toBeVisible();
  while ((await wanted.getAttribute('data-combobox-selected')) === null) {
    await page.keyboard.press('ArrowDown');
    // The mark follows with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await page.keyboard.press('Enter');
}

const write = async (page: Page, field: string, text: string) => {
  await tabTo(page, panel(page).getByLabel(field, { exact: true }));
  await page.keyboard.type(text);
};

/** A row of the outline by the arrows, and into its fields. */
async function openRow(page: Page, title: string) {
  await page.keyboard.press('Escape');
  const row = page.getByRole('treeitem').filter({ hasText: title }).and(page.locator('[data-node]'));
  await expect(page.locator('[role=treeitem]:focus')).toBeVisible();
  await page.keyboard.press('Home');
  await arrowTo(page, row);
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: title })).toBeVisible();
}

test('the same twelve nodes are written in the outline with the keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  const owner = await signUpOwner(page.request, server.origin, addressFor('outline'));
  const id = await createAgent(owner, 'Harbour Bikes', prices);
  await page.setViewportSize({ width: 1600, height: 1000 });
  await open(page, id, 'outline');
  const start = page.getByRole('treeitem').first();
  await tabTo(page, start);
  await page.keyboard.press('Enter');

  /** Behind the node that is open; its fields are open then, and its name is typed. */
  const add = async (exit: string, kind: string, name: string) => {
    await follow(page, exit, kind);
    await expect(panel(page).getByLabel('Name on the canvas')).toBeFocused();
    await page.keyboard.type(name);
  };
  await add('Next', 'Message', 'Hello');
  await write(page, 'What is said', 'Welcome to the harbour.');
  await add('Next', 'Message', 'Menu');
  await write(page, 'What is said', 'What can we do for you?');
  for (const [index, word] of ['Book', 'Prices'].entries()) {
    await tabTo(page, panel(page).getByRole('button', { name: 'Add a button' }));
    await page.keyboard.press('Enter');
    for (let back = 0; back < 3; back += 1) await page.keyboard.press('Shift+Tab');
    await expect(panel(page).getByLabel(`Words of button ${index + 1}`)).toBeFocused();
    await page.keyboard.type(word);
  }
  await follow(page, 'Something else', 'Main step');
  await openRow(page, 'Menu');
  await add('Prices', 'Knowledge', 'Known');
  await write(page, 'What is looked for', 'Prices');
  await follow(page, 'Not found', 'Main step');
  await openRow(page, 'Known');
  await add('Found', 'Message', 'More');
  await write(page, 'What is said', 'Anything else?');
  await follow(page, 'Next', 'Main step');

  await openRow(page, 'Menu');
  await add('Book', 'Question', 'People');
  await write(page, 'Question', 'For how many people?');
  await choose(page, 'Keep the answer in', 'Add a variable');
  await follow(page, 'Not given', 'Main step');
  await openRow(page, 'People');
  await add('Done', 'Set a variable', 'Table');
  await choose(page, 'Variable', 'Add a variable');
  await write(page, 'Becomes', 'inside');
  await add('Next', 'Wait', 'Rest');
  await follow(page, 'Done', 'Main step');
  await openRow(page, 'Rest');
  await add('Time has passed', 'End', 'Over');

  await openRow(page, 'People');
  await add('Done', 'Condition', 'Large');
  await tabTo(page, panel(page).getByRole('button', { name: 'Add a case' }));
  await page.keyboard.press('Enter');
  await openRow(page, 'Large');
  await choose(page, 'Variable', 'value_1');
  await choose(page, 'Comparison', 'is known');
  await follow(page, 'Else', 'Table');
  await openRow(page, 'Large');
  await add('Case 1', 'Ask for a person', 'Team');
  await follow(page, 'Nobody is there', 'Main step');
  await openRow(page, 'Team');
  await follow(page, 'Somebody is there', 'Main step');

  await expect(whole(page)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(await waysOf(owner, id)).toEqual(WAYS);
});
