import type { Server as HttpServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Region } from '@antiphon/contract/regions';
import { serve } from '@hono/node-server';
import type { Logger } from 'pino';
import { listenForTlsAsk } from './app-edge.ts';
import { type Metrics, makeMetrics, makeReader, meterRequests } from './app-metrics.ts';
import { startCells } from './app-region-cells.ts';
import { makeRegions, type Regions } from './app-regions.ts';
import { hasDatabase, migrateDatabases } from './app-stores.ts';
import { describeError } from './db/describe-error.ts';
import { FolderInUse } from './db/lock-folder.ts';
import { openDirectory } from './db/open-directory.ts';
import { DatabaseUnfit } from './db/session-settings.ts';
import { makeServer } from './http/server.ts';
import { mountSockets } from './http/sockets.ts';
import { makeLog } from './make-log.ts';
import { standInOf, takesCards } from './payment-settings.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

const EXIT_WITHIN_MS = 30_000;
const ANSWER_WITHIN_MS = 3_000;

async function main() {
  const settings = readSettings(process.env);
  if (settings.ROLE === 'migrate') return migrateDatabases(settings);
  const log = makeLog(settings.LOG_LEVEL);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'this process ends: an error that nobody expected');
    process.exit(1);
  });
  const shutdown = new AbortController();
  let isStopping = false;
  const metrics = settings.METRICS_TOKEN === '' ? null : makeMetrics(settings.ROLE);
  const { regions, close } = joinRegions(settings, log, shutdown.signal, metrics);
  await openFirst(settings, regions);
  const tlsAsk = await listenForTlsAsk(settings, regions, log);

  const app = makeServer({
    openRegion: regions.open,
    regions: settings.regions,
    hasRegion: (region) => hasDatabase(settings, region),
    readiness: regions.readiness,
    rootDomain: settings.PLATFORM_ROOT_DOMAIN,
    contentHost: settings.contentHost,
    site: settings.site,
    paymentsStandIn: standInOf(settings.payments),
    takesCards: takesCards(settings.payments),
    trustedProxies: settings.TRUSTED_PROXIES,
    isShuttingDown: () => isStopping,
    log,
  });
  const fetch = metrics
    ? meterRequests(app.fetch, metrics, settings.METRICS_TOKEN, makeReader(metrics, settings.regions, regions.find))
    : app.fetch;
  const server = serve({ fetch, port: settings.PORT, hostname: settings.HOST }, ({ port }) => {
    const address = settings.publicUrl ?? `http://localhost:${port}`;
    process.stdout.write(`\n  ${settings.PLATFORM_NAME} is ready: ${address}\n\n`);
  });
  mountSockets(server as HttpServer, fetch, log);
  server.on('error', (error) => exitWith(describe(error, settings)));

  const stop = async () => {
    // Who presses Ctrl+C twice does not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), EXIT_WITHIN_MS).unref();
    await wait(settings.DRAIN_SECONDS * 1_000);
    const answered = new Promise((resolve) => server.close(resolve));
    // Ends the streams: their readers go on elsewhere, also with replies that are still written here.
    shutdown.abort();
    tlsAsk.close();
    await Promise.race([answered, wait(ANSWER_WITHIN_MS)]);
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Each region, and the one list of hosts between them. */
function joinRegions(settings: Settings, log: Logger, shutdown: AbortSignal, metrics: Metrics | null) {
  const named = settings.directoryUrl === '' ? null : openDirectory(settings.directoryUrl, settings.isDirectoryPooled);
  const first = settings.regions[0] ?? 'na';
  const findDirectory = async () => named?.unscoped ?? (await regions.open(first)).directory;
  const regions = makeRegions({
    regions: settings.regions,
    hasRegion: (region) => hasDatabase(settings, region),
    start: (region) =>
      startCells(settings, region, log, shutdown, {}, { findPeer: regions.findPeer, findDirectory, metrics }),
    log,
  });
  const close = async () => {
    await regions.stop();
    await named?.close();
  };
  return { regions, close };
}

/**
 * Returns with the first region that is there; the others are opened beside it, and tried again where they are down. Rejects
 * with the first one's reason where none is there. A region on its own PostgreSQL has work waiting there; an embedded one
 * has none before somebody used it.
 */
async function openFirst(settings: Settings, regions: Regions): Promise<void> {
  const [first = 'na', ...others] = settings.regions;
  const waiting: Region[] = [first, ...others.filter((region) => settings.databaseUrls[region])];
  try {
    await Promise.any(waiting.map((region) => regions.open(region)));
  } catch (error) {
    throw (error as AggregateError).errors[0];
  }
}

function exitWith(message: string) {
  process.stderr.write(`\n  ${message}\n\n`);
  process.exit(1);
}

/** A sentence for whoever started the server; only a fault of ours shows its stack. */
function describe(error: unknown, settings?: Settings): string {
  if (error instanceof SettingsError || error instanceof FolderInUse || error instanceof DatabaseUnfit)
    return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port ?? settings?.PORT} is in use. Stop what uses it, or set another PORT.`;
  if (code && /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|28\w{3}|3D000|57P03)$/.test(code))
    return `The database cannot be reached (${code}). Check DATABASE_URL and that PostgreSQL runs; nothing was changed.`;
  return JSON.stringify(describeError(error), null, 2).replaceAll('\\n', '\n');
}

main().catch((error: unknown) => exitWith(describe(error)));
