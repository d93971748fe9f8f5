import { readHtml } from '../../../src/adapters/parsing/read-html.ts';
import { amount } from '../../harness/amounts.ts';
import { type Cost, measure } from './measure.ts';
import { close, type Row, rows } from './rows.ts';

/** In a process of its own: no other test's work is measured. Prints what each input cost the main thread. */

/** The planted fault: web pages are read beside the requests. */
const planted: Row = {
  name: 'html',
  files: [],
  attacks: () => ({ 'small paragraphs': Buffer.from('<p>a'.repeat(20_000)) }),
  run: (bytes: Uint8Array) =>
    readHtml(new TextDecoder().decode(bytes), { url: 'https://example.com/', keepsFooter: true }),
};

export type Measured = Cost & { parser: string; attack: string };

/** What the worker reads is slow by nature; here it is the main thread that is looked at. */
const attacksOf = (row: Row) =>
  Object.entries(row.attacks()).slice(0, row.task ? amount(Number.POSITIVE_INFINITY, 1) : undefined);

const measured: Measured[] = [];
for (const row of process.argv.includes('--planted') ? [planted] : rows) {
  const attacks = attacksOf(row);
  // What is loaded or compiled for the first time is no input's doing.
  for (const [, input] of attacks) await measure(() => row.run(input.slice(0, 100) as never));
  for (const [attack, input] of attacks)
    measured.push({ parser: row.name, attack, ...(await measure(() => row.run(input as never))) });
}
await close();
console.log(JSON.stringify(measured));
