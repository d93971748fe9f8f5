// Runs dependency-cruiser and fails also when it judged fewer files than there are: a checker that saw nothing agrees with all.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const ROOTS = [
  'contract/src',
  'server/src',
  'server/test',
  'server/bench',
  'web/src',
  'widget/src',
  'stand-in/src',
  'stand-in/test',
  'e2e',
].filter(existsSync);
const cruise = (...args) => {
  const command = ['--config', 'dependency-cruiser.config.cjs', '--output-type', 'json', ...args, ...ROOTS];
  const { stdout, stderr } = spawnSync('depcruise', command, { maxBuffer: 1 << 28 });
  if (stdout.length === 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
};

// Helpers of tests import slices whose tests import them: circles of folders are judged on the product's own files.
const FOLDERS = 'slices-form-no-circle';
const whole = cruise();
const product = cruise('--exclude', '(^|/)node_modules/|\\.test\\.tsx?$|^server/(test|bench)/|^stand-in/test/|^e2e/');
const violations = [
  ...whole.summary.violations.filter(({ rule }) => rule.name !== FOLDERS),
  ...product.summary.violations.filter(({ rule }) => rule.name === FOLDERS),
];
const { modules } = whole;
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOTS])
  .toString()
  .trim()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const judged = new Set(modules.map((module) => module.source));
const unseen = sources.filter((file) => !judged.has(file));
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} -> ${to}`);
if (unseen.length > 0) console.error(`Not judged: ${unseen.join(', ')}`);
console.log(`${judged.size} modules judged, ${violations.length} violations`);
process.exit(violations.length + unseen.length > 0 ? 1 : 0);
