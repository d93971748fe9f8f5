// `npm run plants -- attacks|billing|builder [ROW...]`: puts the faults of `server/test/plants/` into this working copy, one after the other, and shows that
// each is caught. What stood there is put back, whatever happens.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handOver, root } from './runtime.mjs';

const environment = handOver('plants.mjs');
const [what, ...rows] = process.argv.slice(2);
if (!what) {
  console.error('usage: npm run plants -- attacks|billing|builder [ROW...]');
  process.exit(2);
}
const { plants } = await import(`../server/test/plants/${what}.ts`);
const wanted = plants.filter(({ row }) => rows.length === 0 || rows.includes(row));
const reports = mkdtempSync(join(tmpdir(), 'plants-'));
const kept = new Map();
const putBack = () => {
  for (const [path, text] of kept) writeFileSync(path, text);
  kept.clear();
};
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    putBack();
    process.exit(130);
  });

function plant(edits) {
  for (const [file, there, instead] of edits) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(there).length !== 2) throw new Error(`${file} does not hold exactly once: ${there}`);
    if (!kept.has(path)) kept.set(path, text);
    writeFileSync(
      path,
      text.replace(there, () => instead),
    );
  }
}

/** How many of the tests that are named fail; where none has that name it is a fault of the plant. */
function failing([file, name]) {
  const report = join(reports, 'plant.json');
  const reporters = ['--reporter=json', `--outputFile.json=${report}`];
  const args = ['scripts/with-postgres.mjs', 'vitest', 'run', file, ...reporters, ...(name ? ['-t', name] : [])];
  rmSync(report, { force: true });
  const env = file.includes('.soak.') ? { ...environment, SOAK: '1' } : environment;
  spawnSync('node', args, { cwd: root, env, stdio: 'ignore' });
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'));
  if (passed + failed === 0) throw new Error(`${file} has no test "${name}"`);
  return failed;
}

let missed = 0;
for (const { row, promise, fault, edits, tests } of wanted) {
  const since = performance.now();
  try {
    plant(edits);
    const failed = tests.map(failing);
    const isCaught = failed.some((count) => count > 0);
    missed += isCaught ? 0 : 1;
    const seconds = Math.round((performance.now() - since) / 1_000);
    console.log(
      `${row}: ${isCaught ? 'caught' : 'NOT CAUGHT'} (${failed.join(', ')} failed, ${seconds} s): ${fault} -> ${promise}`,
    );
  } finally {
    putBack();
  }
}
console.log(`${wanted.length - missed} passed, ${missed} failed`);
process.exit(missed > 0 ? 1 : 0);
