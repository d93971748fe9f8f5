// Every row of docs/strings.md names a test that holds its string, and its string stands in the product to the letter: as a text of the
// screens, or in what the server says. What varies (`{email}`) is left out of the comparison.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = (file) => readFileSync(join(root, file), 'utf8');
const rows = read('docs/strings.md')
  .split('\n')
  .map((line) => /^\|\s*'(.+)'\s*\|\s*(.+?)\s*\|\s*`?([^`|]+?)`?\s*\|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, text, situation, test]) => ({ text, situation, test }));

/** `{symbol}5` is written as `${symbol}${limits.topUpMin}`: a number may be one of the limits. */
const blank = (text) => text.replace(/\$?\{[^}]*\}\d*/g, '{}').replaceAll('{}{}', '{}');
const leaves = (texts) => (typeof texts === 'string' ? [texts] : Object.values(texts).flatMap(leaves));
const ofScreens = globSync('web/src/texts/en/*.json', { cwd: root }).flatMap((file) => leaves(JSON.parse(read(file))));
const comments = /^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*$)/gm;
const literals = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|>([^<>{}\n]+)</g;
const inSource = globSync('{contract,server,web,widget}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) => [...read(file).replace(comments, '').matchAll(literals)])
  .map(([, quoted, template, shown]) => (quoted ?? template ?? shown).replaceAll("\\'", "'"));
/** Whole, and each of their sentences. */
const product = new Set([...ofScreens, ...inSource].map(blank).flatMap((text) => [text, ...text.split(/(?<=\.) |: /)]));

const faults = [];
const seen = new Set();
for (const { text, test } of rows) {
  if (seen.has(text)) faults.push(`'${text}' stands twice`);
  seen.add(text);
  if (!product.has(blank(text))) faults.push(`'${text}' does not stand in the product`);
  if (!/\.(spec|test)\.tsx?$/.test(test) || !existsSync(join(root, test))) {
    faults.push(`'${text}': there is no test ${test}`);
    continue;
  }
  const source = read(test).replaceAll("\\'", "'");
  const parts = text.split(/\{[^}]*\}/).filter((part) => part.trim() !== '');
  if (!parts.every((part) => source.includes(part.trim()))) faults.push(`'${text}' does not stand in ${test}`);
}
if (rows.length === 0) faults.push('docs/strings.md has no rows');
for (const fault of faults) console.error(fault);
console.log(
  `${rows.length} strings of the specification, ${faults.length} without their test or their place in the product`,
);
process.exit(faults.length > 0 ? 1 : 0);
