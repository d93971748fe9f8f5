import type { Region } from '@antiphon/contract/regions';
import { serve } from '@hono/node-server';
import pino from 'pino';
import { hasDatabase, type RunningRegion, startRegion } from './app.ts';
import { FolderInUse } from './db/lock-folder.ts';
import type { FindPeer } from './domain/regions/regions.ports.ts';
import { makeServer } from './http/server.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

const EXIT_WITHIN_MS = 30_000;

async function main() {
  const settings = readSettings(process.env);
  const log = pino({ level: settings.LOG_LEVEL, redact: ['err.config', 'req.headers'] });
  const shutdown = new AbortController();
  const running = new Map<Region, Promise<RunningRegion>>();
  const findPeer: FindPeer = async (region) => (hasDatabase(settings, region) ? (await openRegion(region)).peer : null);
  const openRegion = (region: Region): Promise<RunningRegion> => {
    const opened = running.get(region) ?? startRegion(settings, region, log, shutdown.signal, {}, findPeer);
    running.set(region, opened);
    opened.catch(() => running.delete(region));
    return opened;
  };
  const first = settings.regions[0] ?? 'na';
  await openRegion(first);
  // A region on its own PostgreSQL has work waiting there; an embedded one has none before somebody used it.
  for (const region of settings.regions)
    if (region !== first && settings.databaseUrls[region]) await openRegion(region);

  const app = makeServer({
    openRegion,
    regions: settings.regions,
    hasRegion: (region) => hasDatabase(settings, region),
    rootDomain: settings.PLATFORM_ROOT_DOMAIN,
    site: settings.site,
    trustedProxies: settings.TRUSTED_PROXIES,
    isShuttingDown: () => shutdown.signal.aborted,
    log,
  });
  const server = serve({ fetch: app.fetch, port: settings.PORT, hostname: settings.HOST }, ({ port }) => {
    const address = settings.publicUrl ?? `http://localhost:${port}`;
    process.stdout.write(`\n  ${settings.PLATFORM_NAME} is ready: ${address}\n\n`);
  });
  server.on('error', (error) => exitWith(describe(error, settings)));

  const stop = async () => {
    if (shutdown.signal.aborted) return;
    shutdown.abort();
    setTimeout(() => process.exit(1), EXIT_WITHIN_MS).unref();
    server.close();
    await Promise.all([...running.values()].map(async (region) => (await region).stop()));
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function exitWith(message: string) {
  process.stderr.write(`\n  ${message}\n\n`);
  process.exit(1);
}

/** A sentence for whoever started the server; only a fault of ours shows its stack. */
function describe(error: unknown, settings?: Settings): string {
  if (error instanceof SettingsError || error instanceof FolderInUse) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port ?? settings?.PORT} is in use. Stop what uses it, or set another PORT.`;
  if (code && /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|28\w{3}|3D000|57P03)$/.test(code))
    return `The database cannot be reached (${code}). Check DATABASE_URL and that PostgreSQL runs; nothing was changed.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => exitWith(describe(error)));
