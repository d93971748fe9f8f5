// CANVAS: a flow of three hundred nodes: from the press on the tab to the open section drawn, from one section to the next, and
// the frames while a node is dragged.
import { Flow, type FlowNode } from '@antiphon/contract/flow-parts';
import { limits } from '@antiphon/contract/limits';
import { chromium, type Page } from '@playwright/test';
import { createEmptyAgent, signUpOwner } from '../world/owner-api.ts';
import { startServer } from '../world/server.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const MOVES = 120;
const PAINT_MS_MAX = 1_500;
const DRAG_MS_MAX = 33;
const SECTIONS = limits.flowNodesMax / limits.flowSectionNodesMax;

/** Sections that are full: a way of messages, each with two buttons that lead on. */
function makeFlow(): Flow {
  const sections = Array.from({ length: SECTIONS }, (_section, at) => {
    const id = (index: number) => `s${at}n${String(index).padStart(3, '0')}`;
    const nodes = Array.from({ length: limits.flowSectionNodesMax }, (_node, index): object => {
      if (index === 0) return { id: id(0), kind: 'start' };
      const choices = ['a', 'b'].map((side) => ({ id: `${id(index)}${side}`, label: `Way ${side}` }));
      return { id: id(index), kind: 'message', text: `What is said at step ${index} of section ${at}.`, choices };
    }) as FlowNode[];
    const last = limits.flowSectionNodesMax - 1;
    const edges = Array.from({ length: last }, (_edge, index) =>
      index === 0
        ? [{ from: id(0), port: 'next', to: id(1) }]
        : ['a', 'b'].map((side, step) => ({
            from: id(index),
            port: `${id(index)}${side}`,
            to: id(Math.min(last, index + 1 + step * 4)),
          })),
    ).flat();
    return { id: `section${at}`, name: `Section ${at + 1}`, nodes, edges };
  });
  return Flow.parse({ schema: 1, sections });
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const median = (values: number[]) => percentile(values, 0.5);

/** Milliseconds from a press until all nodes of the section with this number are drawn. */
async function paint(page: Page, section: number, press: () => Promise<unknown>): Promise<number> {
  const drawn = page.evaluate(
    ([last, count]) =>
      new Promise<number>((resolve) => {
        let startedMs = 0;
        addEventListener('pointerup', () => (startedMs ||= performance.now()), true);
        const look = () => {
          const nodes = document.querySelectorAll('.react-flow__node');
          const isDrawn = nodes.length === count && document.querySelector(`.react-flow__node[data-id="${last}"]`);
          if (startedMs && isDrawn && getComputedStyle(isDrawn).visibility === 'visible')
            requestAnimationFrame(() => resolve(performance.now() - startedMs));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [`s${section}n059`, limits.flowSectionNodesMax] as const,
  );
  await press();
  return drawn;
}

/** Milliseconds between frames while a node is dragged about. */
async function drag(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Show everything' }).click();
  const node = (await page.locator('.react-flow__node').nth(30).boundingBox())!;
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let before = performance.now();
    const tick = () => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await page.mouse.move(node.x + node.width / 2, node.y + 4);
  await page.mouse.down();
  for (let move = 0; move < MOVES; move += 1)
    await page.mouse.move(node.x + node.width / 2 + move, node.y + 4 + Math.sin(move / 10) * 40);
  await page.mouse.up();
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames);
}

const server = await startServer();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } });
const page = await context.newPage();
const owner = await signUpOwner(page.request, server.origin, 'canvas@example.com');
const id = await createEmptyAgent(owner, 'Harbour Bikes');
const agent = await owner.call('get', `/v2/agents/${id}`);
const { draftRevision } = agent;
await owner.call('post', `/v2/agents/${id}`, { settings: { ...agent.settings, flow: makeFlow() }, draftRevision });

const opened: number[] = [];
const switched: number[] = [];
const frames: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  await page.goto(`${server.origin}/app/na/agents/${id}/overview`);
  const tab = page.getByRole('link', { name: 'Canvas' });
  await tab.waitFor();
  opened.push(await paint(page, 0, () => tab.click()));
  await page.getByRole('combobox', { name: 'Section' }).click();
  const next = page.getByRole('option', { name: 'Section 2' });
  await next.waitFor();
  switched.push(await paint(page, 1, () => next.click()));
  frames.push(...(await drag(page)));
}
await browser.close();
await server.dispose();

const [paintMs, switchMs, dragMs] = [median(opened), median(switched), percentile(frames, 0.95)];
console.log(
  `CANVAS of ${limits.flowNodesMax} nodes, ${limits.flowSectionNodesMax} of them shown: drawn in ${paintMs.toFixed(0)} ms ` +
    `(at most ${PAINT_MS_MAX}), the next section in ${switchMs.toFixed(0)} ms; a frame of a drag p95 ${dragMs.toFixed(1)} ms (at most ${DRAG_MS_MAX}); medians of ${RUNS}`,
);
if (paintMs > PAINT_MS_MAX || dragMs > DRAG_MS_MAX) process.exitCode = 1;
