// `npm run bench [-- P4 P5]`: prints each figure beside its floor or peer. Heavy; run it on a quiet machine.
import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { bringSystemPackage, handOver, hasCommand } from './runtime.mjs';
import { bringPatroni, chromiumPath, hasPostgres } from './system-parts.mjs';

const environment = handOver('bench.mjs');
const wanted = process.argv.slice(2).map((name) => name.toUpperCase());
bringSystemPackage('chromium', chromiumPath, ['fonts-liberation']);
bringSystemPackage('postgresql', hasPostgres);
bringSystemPackage('caddy', () => hasCommand('caddy'));
bringSystemPackage('pebble', () => hasCommand('pebble'));
bringSystemPackage('pgbouncer', () => hasCommand('pgbouncer'));
bringSystemPackage('nats-server', () => hasCommand('nats-server'));
if (wanted.length === 0 || wanted.includes('SCALE')) bringPatroni();
build(environment);

const withPostgres = (script) => ['node', ['scripts/with-postgres.mjs', 'node', `server/bench/${script}.bench.ts`]];
const journeys = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=line', '--retries=0'];
const benches = [
  [
    ['P1', 'P2'],
    ['npm', ['run', 'size', '-w', 'widget', '--silent']],
  ],
  [['P3'], ['npm', ['run', 'bench', '-w', 'widget', '--silent']]],
  [['P4'], withPostgres('first-token')],
  [['P5'], withPostgres('streams')],
  [['P5', 'TURN'], withPostgres('turn')],
  [['P6'], withPostgres('search')],
  [['P7'], ['npm', ['run', 'size', '-w', 'web', '--silent']]],
  [['P8'], withPostgres('credits')],
  [
    ['P9', 'WHOLE'],
    ['node', ['scripts/fresh-machine.mjs']],
  ],
  [['WHOLE'], ['node', ['scripts/with-postgres.mjs', ...journeys, 'e2e/whole/product.spec.ts']]],
  [['P10'], withPostgres('reads')],
  [['P10'], withPostgres('analytics')],
  [['P11'], withPostgres('operators')],
  [['P10', 'YEAR'], withPostgres('year')],
  [['IDLE'], withPostgres('idle')],
  [['SCALE'], withPostgres('scale')],
  [
    ['START', 'SCALE'],
    ['node', ['server/bench/start.bench.ts']],
  ],
  [['VOICE'], withPostgres('voice')],
  [['CANVAS'], ['node', ['scripts/with-postgres.mjs', 'node', 'e2e/bench/canvas.bench.ts']]],
  [['P12'], ['npm', ['run', 'bench:open', '-w', 'widget', '--silent']]],
];

let isWhole = true;
for (const [names, [command, args]] of benches) {
  if (wanted.length > 0 && !names.some((name) => wanted.includes(name))) continue;
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: environment });
  if (status !== 0) isWhole = false;
}
process.exit(isWhole ? 0 : 1);
