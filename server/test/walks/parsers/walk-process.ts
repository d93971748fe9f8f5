import { readFileSync } from 'node:fs';
import { readHtml } from '../../../src/adapters/parsing/read-html.ts';
import { type Cost, measure } from './measure.ts';
import { close, type Row, rows } from './rows.ts';

/**
 * Prints what some inputs cost a process of its own, in which nothing else was made before: neither another test's work is
 * measured, nor is memory used again that an earlier one left behind. Its argument is a `Walk` as JSON; inputs are files.
 */
export type Walk = { parser: string; inputs: { attack: string; path: string; isText: boolean }[] };
/** `yardMs`: what a megabyte of plain JSON costs at this moment: a shared machine is half as fast in one hour as in another. */
export type Measured = Cost & { parser: string; attack: string; yardMs: number };

/** The planted fault: web pages are read beside the requests. */
const planted: Pick<Row, 'name' | 'run'> = {
  name: 'planted',
  run: (bytes: Uint8Array) =>
    readHtml(new TextDecoder().decode(bytes), { url: 'https://example.com/', keepsFooter: true }),
};

/** A hundredth of what is measured: enough to load and compile what it meets. */
const WARM_UP_LENGTH = 10_000;
const YARDS = 20;

/** How long a megabyte of plain JSON takes here. The clock of a thread's processor is too coarse for one alone. */
function measureYard() {
  const yard = JSON.stringify(Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'x'.repeat(70), tags: ['a'] })));
  const started = process.threadCpuUsage();
  for (let times = 0; times < YARDS; times += 1) JSON.parse(yard);
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1_000 / YARDS;
}

const { parser, inputs } = JSON.parse(process.argv[2] ?? '') as Walk;
const row = [...rows, planted].find(({ name }) => name === parser);
if (!row) throw new Error(`There is no parser ${parser}.`);
const yardMs = measureYard();
const measured: Measured[] = [];
for (const { attack, path, isText } of inputs) {
  const input = isText ? readFileSync(path, 'utf8') : new Uint8Array(readFileSync(path));
  // What is loaded or compiled for the first time is no input's doing.
  for (let times = 0; times < 3; times += 1) await measure(() => row.run(input.slice(0, WARM_UP_LENGTH) as never));
  measured.push({ parser, attack, yardMs, ...(await measure(() => row.run(input as never))) });
}
await close();
console.log(JSON.stringify(measured));
