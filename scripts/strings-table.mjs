// Every row of docs/strings.md names a test that holds its string. What varies (`{email}`) is left out of the comparison.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const rows = readFileSync(join(root, 'docs/strings.md'), 'utf8')
  .split('\n')
  .map((line) => /^\|\s*'(.+)'\s*\|\s*(.+?)\s*\|\s*`?([^`|]+?)`?\s*\|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, text, situation, test]) => ({ text, situation, test }));

const faults = [];
const seen = new Set();
for (const { text, test } of rows) {
  if (seen.has(text)) faults.push(`'${text}' stands twice`);
  seen.add(text);
  if (!/\.(spec|test)\.tsx?$/.test(test) || !existsSync(join(root, test))) {
    faults.push(`'${text}': there is no test ${test}`);
    continue;
  }
  const source = readFileSync(join(root, test), 'utf8').replaceAll("\\'", "'");
  const parts = text.split(/\{[^}]*\}/).filter((part) => part.trim() !== '');
  if (!parts.every((part) => source.includes(part.trim()))) faults.push(`'${text}' does not stand in ${test}`);
}
if (rows.length === 0) faults.push('docs/strings.md has no rows');
for (const fault of faults) console.error(fault);
console.log(`${rows.length} strings of the specification, ${faults.length} without their test`);
process.exit(faults.length > 0 ? 1 : 0);
