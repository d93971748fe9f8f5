import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, dropDatabase, hasPostgres } from './databases.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type RunningServer = {
  origin: string;
  dataDir: string;
  /** Empty where the database is embedded, in `dataDir`. */
  databaseUrl: string;
  /** `SIGKILL` is a crash: what it stored stays, so that `restart` goes on with it. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again at the same address with what it stored; stops it first if it still runs. */
  restart(environment?: Record<string, string>): Promise<RunningServer>;
  /** Removes what it stored, too. */
  dispose(): Promise<void>;
};

type Options = {
  /** Where a PostgreSQL runs for the tests it is the default, as in production. */
  database?: 'embedded';
  /** Another process on what this one stores; only that one is disposed of. */
  beside?: RunningServer;
  environment?: Record<string, string>;
};

/** Below those that the system gives to connections that go out: one of them could take it before the server does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const probe = createServer().listen(port);
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (isFree) return port;
  }
}

/** The real server as a process of its own, on a migrated database and in a temporary folder of its own. */
export async function startServer({ database, beside, environment = {} }: Options = {}): Promise<RunningServer> {
  const port = await freePort();
  if (beside) return run({ dataDir: beside.dataDir, databaseUrl: beside.databaseUrl, port, environment });
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'));
  const isEmbedded = database === 'embedded' || !hasPostgres();
  const migrated = process.env.MIGRATED_FOLDER;
  // The database alone: each server has a secret of its own.
  if (isEmbedded && migrated) cpSync(join(migrated, 'na'), join(dataDir, 'na'), { recursive: true });
  const databaseUrl = isEmbedded ? '' : await createDatabase();
  return run({ dataDir, databaseUrl, port, environment });
}

type Place = { dataDir: string; databaseUrl: string; port: number; environment: Record<string, string> };

async function run(place: Place): Promise<RunningServer> {
  const { dataDir, databaseUrl, port, environment } = place;
  const origin = `http://localhost:${port}`;
  const child = spawn('node', [process.env.PROGRAMS_FOLDER ? 'dist/server.js' : 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      // What a spec builds on the way may say `production` in this process.
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1000',
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await waitUntilReady(child, origin);
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    origin,
    dataDir,
    databaseUrl,
    stop,
    async restart(changed) {
      await stop();
      return run({ ...place, environment: { ...environment, ...changed } });
    },
    async dispose() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
      if (databaseUrl) await dropDatabase(databaseUrl);
    },
  };
}

async function waitUntilReady(child: ChildProcess, origin: string) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode} before it was ready.`);
    const response = await fetch(`${origin}/readyz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
