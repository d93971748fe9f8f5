// `npm run cluster`: all of docs/scale-out.md on this machine, with data of its own that is gone when it ends.
import { join } from 'node:path';
import { build } from './build.mjs';
import { bringSystemPackage, handOver, hasCommand, root } from './runtime.mjs';
import { bringPatroni, hasPostgres } from './system-parts.mjs';

const environment = handOver('cluster.mjs');
bringSystemPackage('postgresql', hasPostgres);
bringSystemPackage('caddy', () => hasCommand('caddy'));
bringSystemPackage('pgbouncer', () => hasCommand('pgbouncer'));
bringSystemPackage('nats-server', () => hasCommand('nats-server'));
bringPatroni();
build(environment);
// Each program that is started listens for the end of this one.
process.setMaxListeners(0);
process.env.PROGRAMS_FOLDER = join(root, 'dist');

const { startCluster } = await import('../server/test/harness/start-cluster.ts');
const cluster = await startCluster({ RATE_LIMIT_FACTOR: '1' });
const end = async () => {
  await cluster.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());
console.log(`
  Antiphon is ready: ${cluster.origin}

  DATABASE_DIRECT_URL=${cluster.direct.main}
  CELL_DIRECT_URLS=two=${cluster.direct.two}
  Ctrl+C ends all of it.
`);
