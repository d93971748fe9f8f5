import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tasks } from '../../../src/adapters/parsing/tasks.ts';
import { NOT_STRANGERS, OTHERS, PARSERS, PARSING_CALLS } from './inventory.ts';
import { close, rows } from './rows.ts';
import type { Measured } from './walk-process.ts';

const BLOCK_MS_MAX = 50;
const GROWN_MB_MAX = 50;
const walk = async (...args: string[]): Promise<Measured[]> => {
  const process = new URL('./walk-process.ts', import.meta.url).pathname;
  return JSON.parse((await promisify(execFile)('node', [process, ...args])).stdout);
};
const tooMuch = ({ blockMs, grownMb }: Measured) => blockMs > BLOCK_MS_MAX || grownMb > GROWN_MB_MAX;

test('a megabyte of the worst holds no other request up, in any parser', async () => {
  const measured = await walk();
  expect(new Set(measured.map(({ parser }) => parser))).toEqual(new Set(rows.map(({ name }) => name)));
  expect(measured.filter(tooMuch)).toEqual([]);
}, 120_000);

test('planted: one parser on the main thread is found', async () => {
  expect((await walk('--planted')).filter(tooMuch)).not.toEqual([]);
}, 120_000);

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
