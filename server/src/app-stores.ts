import { existsSync } from 'node:fs';
import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import { makeLocalDisk } from './adapters/local-disk/local-disk.ts';
import type { Metrics } from './app-metrics.ts';
import type { Database } from './db/database.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { openPostgres } from './db/open-postgres.ts';
import type { Missed } from './db/replica-reads.ts';
import type { FileStore } from './domain/uploads/uploads.ports.ts';
import { type Settings, SettingsError } from './settings.ts';

/** Whether anybody can have an account there: an embedded database begins with its first use. */
export const hasDatabase = (settings: Settings, region: Region): boolean =>
  settings.regions.includes(region) &&
  (settings.databaseUrls[region] !== '' || existsSync(`${settings.dataDir}/${region}`));

/** A folder of this machine, or a bucket where one is named: several machines need one place. Europe may have its own. */
export async function openFileStore(settings: Settings, region: Region): Promise<FileStore> {
  if (settings.S3_BUCKET === '') return makeLocalDisk(`${settings.dataDir}/uploads`);
  const { makeS3Store } = await import('./adapters/s3/s3-store.ts');
  const isApart = region === 'eu' && settings.S3_BUCKET_EU !== '';
  return makeS3Store({
    endpoint: isApart ? settings.S3_ENDPOINT_EU : settings.S3_ENDPOINT,
    region: isApart ? settings.S3_REGION_EU : settings.S3_REGION,
    bucket: isApart ? settings.S3_BUCKET_EU : settings.S3_BUCKET,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  });
}

/** `told`: who is told of a replica that is passed by. */
export async function openDatabase(
  settings: Settings,
  region: Region,
  told?: { log: Logger; metrics: Metrics | null },
): Promise<Database> {
  const url = settings.databaseUrls[region];
  if (!url) return openEmbedded(region, `${settings.dataDir}/${region}`);
  const onMissed = (why: Missed) => {
    told?.metrics?.replicaMissed.inc({ region, why });
    told?.log.warn({ region, why }, 'the replica is passed by');
  };
  const replica = { url: settings.replicaUrls[region], onMissed };
  return openPostgres(region, url, settings.pools, settings.directUrls[region], replica);
}

/** Makes what the databases lack, so that a release begins with them as it wants them. The embedded one is migrated by who opens it. */
export async function migrateDatabases(settings: Settings): Promise<void> {
  const regions = settings.regions.filter((region) => settings.databaseUrls[region] !== '');
  if (regions.length === 0)
    throw new SettingsError('ROLE=migrate needs DATABASE_URL: there is no database to migrate.');
  for (const region of regions) {
    await (await openDatabase(settings, region)).close();
    for (const { url, directUrl } of settings.cells[region])
      await (await openPostgres(region, url, settings.pools, directUrl)).close();
  }
}
