import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Region } from '@antiphon/contract/regions';
import { type CallOptions, callerHeaders, readAnswer } from './api.ts';
import { programOf } from './program-of.ts';

const MAIN = programOf('../../src/main.ts', import.meta.url, 'server');

export type ChildServer = Awaited<ReturnType<typeof startChildServer>>;

/**
 * The server as its users start it: a process of its own, on a free port. Kill it with `kill()`; `stop()` is the polite way. `within`
 * is a command that becomes the one which follows it.
 */
export async function startChildServer(environment: Record<string, string>, within: readonly string[] = []) {
  const started = launch(environment, within);
  const origin = await started.address;
  if (!origin) throw new Error(`the server did not start: ${started.output()}`);
  const call = async (method: string, path: string, options: CallOptions & { region?: Region | string } = {}) => {
    const { caller = {}, body, headers = {}, region = 'na' } = options;
    const response = await fetch(`${origin}/api/${region}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...callerHeaders(caller),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return readAnswer(response);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (started.child.exitCode === null && started.child.signalCode === null) {
      started.child.kill(signal);
      await started.ended;
    }
  };
  return {
    origin,
    call,
    output: started.output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    signal: (name: NodeJS.Signals) => started.child.kill(name),
    /** The most memory that the process ever held, in bytes (Linux). */
    peakMemory: () =>
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${started.child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
  };
}

/** For starts that must fail: how the process ended, and what it said. */
export async function runToItsEnd(environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const started = launch(environment);
  const code = await started.ended;
  return { code, output: started.output() };
}

function launch(environment: Record<string, string>, within: readonly string[] = []) {
  const [command = '', ...args] = [...within, process.execPath, MAIN];
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      // Compiled once for all of a run: half of what a start costs.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'warn',
      REGIONS: 'na',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit').then(([code]) => (code as number | null) ?? -1);
  const address = new Promise<string | null>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      const found = /is ready: (https?:\S+)/.exec(output)?.[1];
      // Behind a proxy it says where people reach it.
      const own = environment.PUBLIC_URL
        ? `http://127.0.0.1:${environment.PORT}`
        : found?.replace('localhost', '127.0.0.1');
      if (found && own) resolve(own);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then(() => resolve(null));
  });
  // A test that fails must not leave a server behind.
  process.once('exit', () => child.kill('SIGKILL'));
  return { child, ended, address, output: () => output };
}
