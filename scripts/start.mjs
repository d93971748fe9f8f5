// `npm start`: installs what is missing, builds, migrates, serves. Settings come from the environment and from `.env`.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build } from './build.mjs';
import { startStandIn } from './payments-stand-in.mjs';
import { fail, prepare } from './runtime.mjs';

const environment = prepare();
build(environment);
const payments = await startStandIn(environment).catch((error) => fail(error.message));
const files = existsSync('.env') ? ['--env-file=.env'] : [];
const server = spawn('node', [...files, '--disable-warning=ExperimentalWarning', 'dist/server.js'], {
  stdio: 'inherit',
  env: { ...environment, ...payments },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
