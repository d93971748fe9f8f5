import { type Page, test } from '@playwright/test';
import { seriousFaults } from './axe.ts';

export type Look = { scheme: 'light' | 'dark'; width: number };

const ALL: Look[] = (['light', 'dark'] as const).flatMap((scheme) =>
  [360, 768, 1280].map((width) => ({ scheme, width })),
);
const LIGHT_AND_WIDE: Look = { scheme: 'light', width: 1280 };
const DARK_AND_NARROW: Look = { scheme: 'dark', width: 360 };

/** Both schemes and both ends in every run, all of them in `npm test -- soak`. */
export const LOOKS = process.env.SOAK ? ALL : [LIGHT_AND_WIDE, DARK_AND_NARROW];

/** Of what opens within a route whose page is looked at already (`every-route.spec.ts`). */
export const LOOKS_WITHIN = process.env.SOAK ? [LIGHT_AND_WIDE, DARK_AND_NARROW] : [DARK_AND_NARROW];

/** Of every route in both directions: each scheme and end in one of them, all in both in `npm test -- soak`. */
export const LOOKS_LTR = process.env.SOAK ? ALL : [LIGHT_AND_WIDE];
export const LOOKS_RTL = process.env.SOAK ? ALL : [DARK_AND_NARROW];

const pictures = process.env.PICTURES_DIR;
let taken = 0;

/** Looks at the page as it stands in colour schemes and widths: it is loaded once for all of them. People get a picture of each, where they ask. */
export async function look(page: Page, looks: Look[] = LOOKS): Promise<string[]> {
  const faults: string[] = [];
  for (const { scheme, width } of looks) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // First axe, which waits until the page has followed the new width.
    const found = await seriousFaults(page);
    if (pictures) {
      taken += 1;
      const name = test.info().title.replace(/\W+/g, '-').slice(0, 40);
      await page.screenshot({ path: `${pictures}/${name}-${String(taken).padStart(3, '0')}-${scheme}-${width}.png` });
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) found.push(`scrolls sideways by ${over} px`);
    faults.push(...found.map((fault) => `${scheme}, ${width} px: ${fault}`));
  }
  return faults;
}
