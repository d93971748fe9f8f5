// `npm test`: installs what is missing, then everything CI runs. `npm test -- unit e2e` runs only the named parts;
// `npm test -- soak` runs those of `unit` and `e2e` with the whole numbers of the bar (`server/test/harness/amounts.ts`).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { bringSystemPackage, handOver, hasCommand } from './runtime.mjs';
import { chromiumPath, hasPostgres, headlessShellPath } from './system-parts.mjs';

const environment = handOver('test.mjs');
const wanted = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'reports-'));
const total = { passed: 0, failed: 0 };
// The servers of the journeys are compiled once.
environment.NODE_COMPILE_CACHE = join(reports, 'compiled');

/** Runs one part; `count` reads how many tests it ran, a part without tests counts as one. */
function part(name, command, args, count) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const startedMs = Date.now();
  console.log(`\n== ${name}: ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...environment, CI: 'true', NO_COLOR: '1' } });
  const counted = count?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  // A runner that fails without a failed test (a crash, an error outside of tests) is a failure all the same.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  total.passed += counted.passed;
  total.failed += counted.failed;
  console.log(
    `== ${name}: ${counted.passed} passed, ${counted.failed} failed in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`,
  );
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const countVitest = (file) => () => {
  const report = readReport(file);
  return report
    ? { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests }
    : { passed: 0, failed: 1 };
};
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
bringSystemPackage('prometheus', () => hasCommand('promtool'));

part('lint', 'biome', ['ci', '--diagnostic-level=error', '.']);
for (const project of ['.', 'web', 'widget'])
  part('types', 'node', ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', project]);
part('boundaries', 'node', ['scripts/boundaries.mjs']);
part('unused', 'knip', []);
part('sizes-of-files', 'node', ['scripts/size-rules.mjs']);
part('strings', 'node', ['scripts/strings-table.mjs']);
build(environment);
const unit = join(reports, 'unit.json');
const isSoak = wanted.includes('soak');
if (isSoak) environment.SOAK = '1';
part(
  isSoak ? 'soak' : 'unit',
  'node',
  ['scripts/with-postgres.mjs', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
  countVitest(unit),
);
part('budgets', 'npm', ['run', 'size', '-w', 'widget', '--silent']);
part('budgets', 'npm', ['run', 'size', '-w', 'web', '--silent']);
environment.CHROMIUM_PATH = chromiumPath();
environment.HEADLESS_SHELL_PATH = headlessShellPath();
const e2e = join(reports, 'e2e.json');
environment.PLAYWRIGHT_JSON_OUTPUT_NAME = e2e;
part(
  isSoak ? 'soak' : 'e2e',
  'node',
  ['scripts/with-postgres.mjs', 'playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
  countPlaywright(e2e),
);

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
