// Runs dependency-cruiser and fails also when it judged fewer files than there are: a checker that saw nothing agrees with all.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const ROOTS = ['contract/src', 'server/src', 'server/test', 'server/bench', 'web/src', 'widget/src', 'e2e'].filter(
  existsSync,
);
const cruise = (...args) =>
  spawnSync('depcruise', ['--config', 'dependency-cruiser.config.cjs', ...args, ...ROOTS], { maxBuffer: 1 << 28 });

const result = cruise('--output-type', 'json');
const { modules, summary } = JSON.parse(result.stdout.toString());
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOTS])
  .toString()
  .trim()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const judged = new Set(modules.map((module) => module.source));
const unseen = sources.filter((file) => !judged.has(file));
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} -> ${to}`);
if (unseen.length > 0) console.error(`Not judged: ${unseen.join(', ')}`);
console.log(`${judged.size} modules judged, ${summary.violations.length} violations`);
process.exit(summary.violations.length + unseen.length > 0 ? 1 : 0);
