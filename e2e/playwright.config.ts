import { globSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
// @ts-expect-error Plain Node, without types.
import { ofShare } from '../scripts/shares.mjs';

/** Those of the long run alone: `npm test -- soak`. */
const long = process.env.SOAK ? [] : ['**/*.soak.spec.ts'];
const root = join(import.meta.dirname, '..');
const specs = globSync('e2e/**/*.spec.ts', { cwd: root }).filter((path) => !path.includes('.soak.'));
const left = specs.filter((path) => !ofShare(specs, process.env.SHARE).includes(path)).map((path) => join(root, path));

/** Widget specs run against a fake API that speaks the contract; journeys against the real server. Both in Debian's Chromium. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  globalSetup: './world/migrated-databases.ts',
  // On two cores a third one uses what the other two leave while they wait.
  workers: 3,
  // They disturb each other now and then. What passes only the second time is named at the end.
  retries: 1,
  // A machine of two cores that does something else besides may be four times as slow: what passes does not take longer by that.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    // What moves is drawn again and again; `visitor-journey.spec.ts` sees it move.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.PLAYWRIGHT_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL_PATH || '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Two processes less for each browser, to which every page would talk.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives for seconds here: code that is made faster is never paid back.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
      ],
    },
  },
  projects: [
    { name: 'widget', testMatch: 'widget-*.spec.ts', testIgnore: [...long, ...left] },
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: ['widget-*.spec.ts', ...long, ...left] },
  ],
});
