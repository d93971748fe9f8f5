// Runs a command with a temporary PostgreSQL: `node scripts/with-postgres.mjs npx vitest run`. The command finds it in
// TEST_DATABASE_URL. A server that TEST_DATABASE_URL already names is used as it is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { makeMemoryFolder } from './memory-folder.mjs';

const [command, ...args] = process.argv.slice(2);
if (!command) {
  console.error('usage: node scripts/with-postgres.mjs COMMAND [ARGUMENTS]');
  process.exit(2);
}

const folder = makeMemoryFolder();
if (folder) process.env.TMPDIR = folder;
const given = process.env.TEST_DATABASE_URL;
// Nothing of this server has to survive a crash; tests of crashes start their own.
const start = () =>
  import('../server/test/harness/postgres-server.ts').then((m) => m.startPostgresServer({ fsync: 'off' }));
const server = given ? undefined : await start();
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: given ?? server.socketUrl },
});
child.on('error', (error) => console.error(error.message));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
const [code] = await Promise.race([once(child, 'exit'), once(child, 'error').then(() => [127])]);
await server?.stop();
process.exit(code ?? 1);
