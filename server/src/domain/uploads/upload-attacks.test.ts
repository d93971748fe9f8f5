import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Outcome } from '../../../test/journeys/upload-attacks-process.ts';

const script = fileURLToPath(new URL('../../../test/journeys/upload-attacks-process.ts', import.meta.url));
type Report = { outcomes: Outcome[]; attacks: number; grownMb: number };

async function run(...options: string[]): Promise<Report> {
  const { stdout } = await promisify(execFile)('node', ['--expose-gc', script, ...options], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Report;
}

test('R14: of 200 polyglots and bombs nothing but pixels is kept, and memory grows by 100 MB at most', async () => {
  const { outcomes, attacks, grownMb } = await run();
  console.info(`${attacks} files, ${outcomes.filter((one) => one.type).length} drawn, ${Math.round(grownMb)} MB more`);
  expect(attacks).toBeGreaterThanOrEqual(200);
  // Both ends are there: refused ones, and polyglots whose picture is kept without the rest.
  expect(outcomes.filter((one) => one.type !== null).length).toBeGreaterThan(50);
  expect(outcomes.filter((one) => one.type === null).length).toBeGreaterThan(50);
  expect(outcomes.filter((one) => one.isMarked || one.hasMetadata)).toEqual([]);
  const refusals = new Set(outcomes.flatMap((one) => (one.code ? [one.code] : [])));
  expect([...refusals].toSorted()).toEqual(['invalid_input', 'unsupported_type']);
  expect(grownMb).toBeLessThan(100);
}, 300_000);

test('planted: where pictures are kept as they came, the smuggled things are found', async () => {
  const { outcomes } = await run('--credulous');
  expect(outcomes.filter((one) => one.isMarked).length).toBeGreaterThan(50);
  expect(outcomes.filter((one) => one.hasMetadata).length).toBeGreaterThan(2);
}, 300_000);
