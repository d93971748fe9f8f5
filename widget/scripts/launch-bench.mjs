// P3: when a launcher is visible on a slow phone profile (4x CPU throttle, Fast 3G). Every page in the same run:
// an empty page, a vanilla launcher of a few hundred bytes, and ours with and without the colour hint of the snippet.
import { median, openSlowPhone, startBrowser, startSite, tag } from './bench-site.mjs';
import { vanilla } from './vanilla-launcher.mjs';

const RUNS = Number(process.env.RUNS ?? 5);
const TARGET_RATIO = 1.1;

const PAGES = {
  empty: '',
  floor: tag('/vanilla.js'),
  ours: tag('/widget.js', 'data-color="219 58% 43%"'),
  'ours, no colour in the snippet': tag('/widget.js'),
};
const pathOf = (name) => `/page/${encodeURIComponent(name)}`;

const site = await startSite({
  pages: Object.fromEntries(Object.entries(PAGES).map(([name, html]) => [pathOf(name), html])),
  scripts: { '/vanilla.js': vanilla },
});
const browser = await startBrowser();

/** Milliseconds from the navigation to the first frame in which the button (for the empty page: anything) is painted. */
async function measure(name) {
  const { context, page } = await openSlowPhone(browser);
  await page.addInitScript((isEmpty) => {
    window.seen = new Promise((resolve) => {
      const look = () => {
        const at = document.elementFromPoint?.(innerWidth - 48, innerHeight - 48);
        const isThere = isEmpty
          ? performance.getEntriesByName('first-contentful-paint').length > 0
          : at && (at.tagName === 'BUTTON' || at.shadowRoot);
        if (isThere) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }, name === 'empty');
  await page.goto(site.origin + pathOf(name), { waitUntil: 'commit' });
  const ms = await page.evaluate(() => window.seen);
  await context.close();
  return ms;
}

const times = Object.fromEntries(Object.keys(PAGES).map((name) => [name, []]));
await measure('empty');
// One after another within a round, so that a busy machine is busy for all of them.
for (let round = 0; round < RUNS; round++) for (const name of Object.keys(PAGES)) times[name].push(await measure(name));
await browser.close();
site.stop();

const floor = median(times.floor);
for (const [name, list] of Object.entries(times))
  console.log(`${median(list).toFixed(0).padStart(6)} ms  ${(median(list) / floor).toFixed(2)} x floor  ${name}`);
const ratio = median(times.ours) / floor;
console.log(`P3 launcher visible: ${ratio.toFixed(2)} x the vanilla floor (target ${TARGET_RATIO}), median of ${RUNS}`);
