// `npm run lighthouse [-- /pricing]`: Lighthouse's four categories of a public page, as a phone on a slow line sees it.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { bringSystemPackage, handOver, run } from './runtime.mjs';
import { chromiumPath } from './system-parts.mjs';

const LEAST = { performance: 95, accessibility: 95, seo: 95, 'best-practices': 0 };
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking';

const environment = handOver('lighthouse.mjs');
bringSystemPackage('chromium', chromiumPath, ['fonts-liberation']);
build(environment);
// It runs on the project's own Node, which reads TypeScript.
const { startServer } = await import('../e2e/world/server.ts');
const server = await startServer();
const report = join(mkdtempSync(join(tmpdir(), 'lighthouse-')), 'report.json');
let isGood = true;
try {
  const url = `${server.origin}${process.argv[2] ?? '/'}`;
  const options = ['--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${FLAGS}`];
  run('lighthouse', [url, ...options], { env: { ...environment, CHROME_PATH: chromiumPath() } });
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
  for (const [name, least] of Object.entries(LEAST)) {
    const score = Math.round(categories[name].score * 100);
    console.log(`${name.padEnd(16)} ${String(score).padStart(3)}${least ? `, at least ${least}` : ''}`);
    if (score < least) isGood = false;
  }
  const shown = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  console.log(shown.map((id) => `${audits[id].title} ${audits[id].displayValue}`).join(' · '));
  const ours = Object.keys(LEAST).flatMap((name) => categories[name].auditRefs.map(({ id }) => audits[id]));
  const weak = ours.filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary');
  for (const { title } of weak) console.log(`- ${title}`);
} finally {
  await server.dispose();
}
process.exit(isGood ? 0 : 1);
