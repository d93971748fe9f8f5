// `npm test`: installs what is missing, then everything CI runs: of the journeys one of eight shares (`shares.mjs`).
// `npm test -- unit e2e` runs only the named parts;
// `npm test -- chaos` runs `server/test/chaos/` with whole numbers: what the product stands on is killed, stopped, cut off.
// `npm test -- soak` runs those of `unit` and `e2e` with the whole numbers of the bar (`server/test/harness/amounts.ts`).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { bringSystemPackage, handOver, hasCommand, root } from './runtime.mjs';
import { SHARES, shareOfCommit } from './shares.mjs';
import { bringPatroni, chromiumPath, hasPostgres, headlessShellPath } from './system-parts.mjs';

const environment = handOver('test.mjs');
const wanted = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'reports-'));
const total = { passed: 0, failed: 0 };
/** Files of unit tests in which something failed: tried once more when nothing else runs. More than these are no accident. */
const FAILED_FILES_TRIED_AGAIN_MAX = 20;
const failedFiles = [];
/** Named once more at the end, where whoever reads a long log begins. */
const failedParts = new Set();
// The servers of the journeys are compiled once.
environment.NODE_COMPILE_CACHE = join(reports, 'compiled');

/**
 * Runs one part; `count` reads how many tests it ran, a part without tests counts as one. What it says is shown as it comes, or, where others
 * run beside it, at its end (`isHeld`).
 */
async function part(name, command, args, { count, more = {}, isHeld = false } = {}) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const startedMs = Date.now();
  const title = `\n== ${name}: ${command} ${args.join(' ')}`;
  if (!isHeld) console.log(title);
  const env = { ...environment, ...more, CI: 'true', NO_COLOR: '1' };
  const child = spawn(command, args, { stdio: isHeld ? ['ignore', 'pipe', 'pipe'] : 'inherit', env });
  const said = [];
  for (const stream of isHeld ? [child.stdout, child.stderr] : []) stream.on('data', (piece) => said.push(piece));
  const status = await new Promise((done) => child.on('close', done).on('error', () => done(1)));
  const counted = count?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  // A runner that fails without a failed test (a crash, an error outside of tests) is a failure all the same.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  total.passed += counted.passed;
  total.failed += counted.failed;
  if (counted.failed > 0) failedParts.add(`${name}: ${command} ${args.join(' ')}`.slice(0, 120));
  if (isHeld) console.log(`${title}\n${Buffer.concat(said).toString().trimEnd()}`);
  console.log(
    `== ${name}: ${counted.passed} passed, ${counted.failed} failed in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`,
  );
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const countVitest = (file) => () => {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  failedFiles.push(...failed);
  const broken = failed.filter((file) => failedIn(file).length === 0).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests + broken };
};
/** None where the file broke outside of its tests. */
const failedIn = ({ assertionResults }) => assertionResults.filter(({ status }) => status !== 'passed');
/** What passed the second time alone has passed, and is named: it is a fault of the test or of the product all the same. */
const countPlaywright = (file) => () => {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  for (const title of flakyTitles(report.suites)) console.log(`passed only the second time: ${title}`);
  return { passed: expected + flaky, failed: unexpected + skipped };
};
const flakyTitles = (suites) =>
  suites.flatMap(({ specs, suites: within = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file}: ${title}`),
    ...flakyTitles(within),
  ]);

bringSystemPackage('chromium', chromiumPath, ['fonts-liberation']);
bringSystemPackage('chromium-headless-shell', headlessShellPath);
bringSystemPackage('postgresql', hasPostgres);
bringSystemPackage('caddy', () => hasCommand('caddy'));
bringSystemPackage('pebble', () => hasCommand('pebble'));
bringSystemPackage('openssl', () => hasCommand('openssl'));
bringSystemPackage('pgbouncer', () => hasCommand('pgbouncer'));
bringSystemPackage('nats-server', () => hasCommand('nats-server'));
if (wanted.includes('chaos') || wanted.includes('soak')) bringPatroni();
bringSystemPackage('faketime', () => hasCommand('faketime'));
bringSystemPackage('prometheus', () => hasCommand('promtool'));
bringSystemPackage('kubernetes-client', () => hasCommand('kubectl'));

/** Two at a time, the longest ones first: each works on one core most of the time. */
async function check() {
  const checks = [
    ['types', 'node', ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', '.']],
    ['boundaries', 'node', ['scripts/boundaries.mjs']],
    ['lint', 'biome', ['ci', '--diagnostic-level=error', '.']],
    ['unused', 'knip', []],
    ['types', 'node', ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'web']],
    ['types', 'node', ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'widget']],
    ['sizes-of-files', 'node', ['scripts/size-rules.mjs']],
    ['strings', 'node', ['scripts/strings-table.mjs']],
  ].values();
  const work = async () => {
    for (const [name, command, args] of checks) await part(name, command, args, { isHeld: true });
  };
  await Promise.all([work(), work()]);
}

function vitest(name, reportName, chosen = []) {
  const report = join(reports, `${reportName}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['scripts/with-postgres.mjs', 'vitest', 'run', ...chosen, ...reporters];
  return part(name, 'node', args, { count: countVitest(report) });
}

/** As journeys are: what fails is tried once more, now alone. What then passes has passed, and is named. */
async function tryAgain(name) {
  const tried = failedFiles.splice(0);
  if (tried.length === 0 || tried.length > FAILED_FILES_TRIED_AGAIN_MAX) return;
  for (const file of tried) {
    const failed = failedIn(file);
    if (failed.length === 0) console.log(`broke the first time: ${file.name}`);
    for (const { fullName } of failed) console.log(`failed the first time: ${file.name}: ${fullName}`);
    total.failed -= Math.max(1, failed.length);
    total.passed -= file.assertionResults.length - failed.length;
  }
  await vitest(
    name,
    'unit-again',
    tried.map((file) => file.name),
  );
}

async function journeys(name) {
  await part('budgets', 'npm', ['run', 'size', '-w', 'widget', '--silent']);
  await part('budgets', 'npm', ['run', 'size', '-w', 'web', '--silent']);
  const report = join(reports, 'e2e.json');
  const more = {
    CHROMIUM_PATH: chromiumPath(),
    HEADLESS_SHELL_PATH: headlessShellPath(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    // Node strips the types by itself; Playwright's own compiler took 20 s before the first journey.
    PW_DISABLE_TS_ESM: '1',
  };
  const runner = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  await part(name, 'node', ['scripts/with-postgres.mjs', ...runner], { count: countPlaywright(report), more });
}

build(environment);
environment.PROGRAMS_FOLDER = join(root, 'dist');
const isSoak = wanted.includes('soak');
if (isSoak) environment.SOAK = '1';
else {
  environment.SHARE ??= shareOfCommit();
  console.log(`share ${environment.SHARE} of ${SHARES} of the journeys; another one: SHARE=0 npm test`);
}
await check();
if (wanted.includes('chaos')) {
  environment.SOAK = '1';
  environment.CHAOS = '1';
  await vitest('chaos', 'chaos', ['server/test/chaos']);
  delete environment.CHAOS;
}
// One after the other: beside each other both wait, and what waits looks again and again.
await vitest(isSoak ? 'soak' : 'unit', 'unit');
await journeys(isSoak ? 'soak' : 'e2e');
await tryAgain(isSoak ? 'soak' : 'unit');

if (total.failed > 0) for (const failedPart of failedParts) console.log(`failed in ${failedPart}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
