import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { tasks } from '../../../src/adapters/parsing/tasks.ts';
import { amount } from '../../harness/amounts.ts';
import { programOf } from '../../harness/program-of.ts';
import { NOT_STRANGERS, OTHERS, PARSERS, PARSING_CALLS } from './inventory.ts';
import { close, rows } from './rows.ts';
import type { Measured, Walk } from './walk-process.ts';

/** Of the main thread. A machine that does something else besides takes longer; a parser that is held up, seconds. */
const BLOCK_MS_MAX = amount(50, 150);
/** As many megabytes of plain JSON may be parsed in the time: on a slow machine that is longer than the above. */
const BLOCK_YARDS = 5;
const GROWN_MB = 50;
const TRIES = 3;

const tooMuch = ({ blockMs, grownMb, yardMs }: Measured) =>
  blockMs > Math.max(BLOCK_MS_MAX, BLOCK_YARDS * yardMs) || grownMb > GROWN_MB;

const folder = mkdtempSync(join(tmpdir(), 'parsers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let written = 0;
const write = (attack: string, input: string | Uint8Array) => {
  written += 1;
  const path = join(folder, String(written));
  writeFileSync(path, input);
  return { attack, path, isText: typeof input === 'string' };
};

const program = programOf('./walk-process.ts', import.meta.url);
async function measureAll(walk: Walk): Promise<Measured[]> {
  return JSON.parse((await promisify(execFile)(process.execPath, [program, JSON.stringify(walk)])).stdout);
}

/** What else the machine does only adds to it: what costs too much once is measured again, and the least counts. */
async function leastOf({ parser, inputs }: Walk): Promise<Measured[]> {
  const measured = await measureAll({ parser, inputs });
  for (const [at, one] of measured.entries())
    for (let again = 1; again < TRIES && tooMuch(one); again += 1) {
      const [next] = await measureAll({ parser, inputs: inputs.slice(at, at + 1) });
      one.blockMs = Math.min(one.blockMs, next!.blockMs);
      one.grownMb = Math.min(one.grownMb, next!.grownMb);
    }
  return measured;
}

/** What the worker reads is slow by nature, and grows what the next one would use again: each has a process to itself. */
function walksOf({ name, task, attacks }: (typeof rows)[number]): Walk[] {
  const inputs = Object.entries(attacks()).slice(0, task ? amount(Number.POSITIVE_INFINITY, 1) : undefined);
  const files = inputs.map(([attack, input]) => write(attack, input));
  return task ? files.map((file) => ({ parser: name, inputs: [file] })) : [{ parser: name, inputs: files }];
}

test('a megabyte of the worst holds no other request up, in any parser', async () => {
  const measured: Measured[] = [];
  for (const walk of rows.flatMap(walksOf)) measured.push(...(await leastOf(walk)));
  const most = (key: 'blockMs' | 'grownMb') => [...measured].sort((a, b) => b[key] - a[key])[0]!;
  const [longest, largest] = [most('blockMs'), most('grownMb')];
  console.info(
    `${measured.length} inputs of ${rows.length} parsers: the main thread was held for ${longest.blockMs} ms at most ` +
      `(${longest.parser}, ${longest.attack}), and memory grew by ${largest.grownMb} MB at most (${largest.parser}, ${largest.attack})`,
  );
  expect(measured.filter(tooMuch)).toEqual([]);
}, 900_000);

test('planted: one parser on the main thread is found, by its time and its memory', async () => {
  const inputs = [write('small paragraphs', new TextEncoder().encode('<p>a'.repeat(20_000)))];
  const [found] = await leastOf({ parser: 'planted', inputs });
  expect(found?.blockMs).toBeGreaterThan(Math.max(BLOCK_MS_MAX, BLOCK_YARDS * found!.yardMs));
  expect(found?.grownMb).toBeGreaterThan(GROWN_MB);
}, 300_000);

const SRC = new URL('../../../src/', import.meta.url).pathname;
const sources = globSync('**/*.ts', { cwd: SRC })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(`${SRC}${file}`, 'utf8') }));
const WORKER = 'adapters/parsing/';
const THREADS_END = [`${WORKER}parsing.ts`, `${WORKER}worker-pool.ts`];

/** Modules that parse and that nobody walks. */
const unwalked = (list: typeof sources) => {
  const walked = new Set([...rows.flatMap(({ files }) => files), ...Object.keys(NOT_STRANGERS)]);
  return list
    .filter(({ file }) => !file.startsWith(WORKER) && !walked.has(file))
    .filter(({ text }) => {
      const packages = [...text.matchAll(/(?:from|import\() ?'([^'.][^']*)'/g)].map((match) => match[1] ?? '');
      return (
        PARSING_CALLS.test(text) || packages.some((name) => PARSERS.some((one) => `${name}/`.startsWith(`${one}/`)))
      );
    })
    .map(({ file }) => file);
};

test('every package is known as a parser or not, and every module that parses is walked', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect([...PARSERS, ...Object.keys(OTHERS)].sort()).toEqual(Object.keys(dependencies).sort());
  expect(unwalked(sources)).toEqual([]);
  const known = new Set(sources.map(({ file }) => file));
  const listed = [...rows.flatMap(({ files }) => files), ...Object.keys(NOT_STRANGERS)];
  expect(listed.filter((file) => !known.has(file))).toEqual([]);
});

test('planted: a module that takes up a parser, or parses by itself, is found', () => {
  const added = ["import sax from 'sax';", "await import('papaparse');", 'JSON.parse(text)'];
  expect(unwalked(added.map((text, at) => ({ file: `domain/new-${at}.ts`, text })))).toHaveLength(3);
});

test('every task of the worker is walked, and the process loads none of its readers', async () => {
  expect(new Set(rows.flatMap(({ task }) => task ?? []))).toEqual(new Set(Object.keys(tasks)));
  for (const { file, text } of sources) {
    if (file.startsWith(WORKER) && !THREADS_END.includes(file)) continue;
    const values = [...text.matchAll(/^import (?!type )[^;]*? from '([^']*)';/gms)].map((match) => match[1] ?? '');
    const readers = values.filter((path) =>
      /\/parsing\/(?!parsing\.ts)|^\.\/(?:tasks|extract|read-|clean-)/.test(path),
    );
    expect(file.startsWith(WORKER) || readers.some((path) => path.includes('/parsing/')) ? readers : []).toEqual([]);
  }
  await close();
});
