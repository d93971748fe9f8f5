import { expect } from '@playwright/test';
import { makeChance, randomFlow } from '../../server/test/factories/random-flow.ts';
import { test } from '../world/journey.ts';
import { createEmptyAgent, signUpOwner } from '../world/owner-api.ts';

const DOCUMENTS = 50;
const SWITCHES = 20;

// Planted: opening the canvas changes the document (`change('', (now) => now)` within an effect) -> caught here.
test(`${DOCUMENTS} canvases are unchanged after ${SWITCHES} switches to the outline and back`, async ({
  page,
  shared: { origin },
}) => {
  test.setTimeout(600_000);
  const owner = await signUpOwner(page.request, origin, 'flow-views@example.com');
  const id = await createEmptyAgent(owner, 'Harbour Kitchen');
  const path = `/v2/agents/${id}`;
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    const { settings, draftRevision } = await owner.call('get', path);
    const flow = randomFlow(makeChance(seed));
    await owner.call('post', path, { settings: { ...settings, flow }, draftRevision });
    const before = JSON.stringify((await owner.call('get', path)).settings);
    await page.goto(`${origin}/app/na/agents/${id}/prompt?view=canvas`);
    await expect(page.locator('.react-flow__node').first()).toBeVisible();
    await page.evaluate(async (switches) => {
      const shows = (selector: string) =>
        new Promise<void>((resolve) => {
          const look = () => (document.querySelector(selector) ? resolve() : requestAnimationFrame(look));
          look();
        });
      for (let at = 0; at < switches; at += 1) {
        const [wanted, selector] = at % 2 === 0 ? ['outline', '[role=tree]'] : ['canvas', '.react-flow__node'];
        document.querySelector<HTMLInputElement>(`input[type=radio][value=${wanted}]`)?.click();
        await shows(selector!);
      }
    }, SWITCHES);
    await expect(page.getByText('All changes saved')).toBeVisible();
    expect(JSON.stringify((await owner.call('get', path)).settings)).toBe(before);
  }
});
