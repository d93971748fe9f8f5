import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** Half the size of what the package exports, and every loaded page is given it anew. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeWindow {
  axe?: {
    /** A rule's impact is that of each of its violations. What is tagged as excluded runs only where a rule is named, as here. */
    _audit: { tagExclude: string[]; rules: { id: string; enabled: boolean; impact: string; tags: string[] }[] };
    run(
      context: Document,
      options: object,
    ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
  };
}

/** Serious and critical faults of the page as it stands, each with the first element. Waits until nothing moves any more. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // What was just mounted begins to move a frame later.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => null)),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as unknown as Required<AxeWindow>;
    // The other rules took a quarter of the time for what is no serious fault.
    const { rules, tagExclude } = axe._audit;
    const values = rules
      .filter(({ enabled, tags }) => enabled && !tags.some((tag) => tagExclude.includes(tag)))
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id }) => id);
    const { violations } = await axe.run(document, {
      runOnly: { type: 'rule', values },
      resultTypes: ['violations'],
      // No rule of ours reads style sheets anew; media are never played here.
      preload: false,
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary.split('\n')[1]?.trim()}`,
    );
  });
}
