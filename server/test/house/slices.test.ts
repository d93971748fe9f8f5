import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');

/** What a reader can keep in mind. A slice that grows beyond it holds two nouns. */
const FILES_MAX = 22;
const APP_LINES_MAX = 150;

const files = globSync('domain/**/*.ts', { cwd: src });

/** Slices with more files than allowed, without tests and what hands them to the app. */
function largeSlices(all: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of all.filter((one) => !/\.(test|module)\.ts$/.test(one))) {
    const slice = file.split('/')[1] ?? '';
    counts.set(slice, (counts.get(slice) ?? 0) + 1);
  }
  return [...counts].flatMap(([slice, count]) => (count > FILES_MAX ? [`${slice}: ${count} files`] : []));
}

test('no slice is too large to be known', () => {
  expect(largeSlices(files)).toEqual([]);
});

test('planted: one file more', () => {
  const slice = Array.from({ length: FILES_MAX + 1 }, (_, at) => `domain/planted/file-${at}.ts`);
  expect(largeSlices(slice)).toEqual([`planted: ${FILES_MAX + 1} files`]);
  expect(largeSlices([...slice.slice(1), 'domain/planted/a.test.ts', 'domain/planted/planted.module.ts'])).toEqual([]);
});

/** Slices with procedures or work by the clock that the app was not handed. */
const forgotten = (all: readonly string[], listed: string) =>
  [...new Set(all.filter((file) => /\.(routes|jobs)\.ts$/.test(file)).map((file) => file.split('/')[1] ?? ''))].filter(
    (slice) => !listed.includes(`/${slice}.module.ts'`),
  );

test('the app lists every slice that has procedures or jobs, and knows no more of it', () => {
  const listed = readFileSync(join(src, 'app-modules.ts'), 'utf8');
  // Their routes stand beside the procedures: `app-streams.ts` and `app-calls.ts` have them.
  expect(forgotten(files, listed).sort()).toEqual(['phone-calls', 'streams']);
  expect(forgotten(['domain/planted/planted.jobs.ts'], listed)).toEqual(['planted']);
  const lines = readFileSync(join(src, 'app.ts'), 'utf8').split('\n').length - 1;
  expect(lines).toBeLessThan(APP_LINES_MAX);
});
