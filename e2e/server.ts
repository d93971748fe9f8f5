import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export type RunningServer = {
  origin: string;
  dataDir: string;
  /** `SIGKILL` is a crash: the data folder stays, so that `startServer({ dataDir })` goes on with it. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Removes the data folder too. */
  dispose(): Promise<void>;
};

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The real server as a process of its own, on an embedded database in a temporary folder unless `dataDir` is given. */
export async function startServer(
  options: { dataDir?: string; port?: number; environment?: Record<string, string> } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? copyMigrated(mkdtempSync(join(tmpdir(), 'server-')));
  const port = options.port ?? (await freePort());
  const origin = `http://localhost:${port}`;
  const child = spawn('node', ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1000',
      ...options.environment,
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
    stop,
    async dispose() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The database alone: each server has a secret of its own. */
function copyMigrated(dataDir: string): string {
  const migrated = process.env.MIGRATED_FOLDER;
  if (migrated) cpSync(join(migrated, 'na'), join(dataDir, 'na'), { recursive: true });
  return dataDir;
}

async function waitUntilReady(child: ChildProcess, origin: string) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode} before it was ready.`);
    const response = await fetch(`${origin}/readyz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
