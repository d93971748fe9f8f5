// `npm run dev`: the server with restart on change, and the screens with reload on http://localhost:5173.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { startStandIn } from './payments-stand-in.mjs';
import { fail, prepare } from './runtime.mjs';

const environment = prepare();
build(environment);
Object.assign(environment, await startStandIn(environment, environment).catch((error) => fail(error.message)));
const start = (command, args) => spawn(command, args, { stdio: 'inherit', env: environment });
const parts = [start('node', ['--watch', 'server/src/main.ts']), start('npm', ['run', 'dev', '-w', 'web'])];
const stop = () => {
  for (const part of parts) part.kill();
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const part of parts) part.on('exit', stop);
