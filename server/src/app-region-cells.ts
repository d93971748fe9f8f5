import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import { type RunningRegion, startRegion } from './app.ts';
import type { Beside, GivenParts } from './app-beside.ts';
import { makeCellFront } from './app-cell-front.ts';
import { guardCell } from './app-cell-guard.ts';
import { makeSlots } from './app-slots.ts';
import type { Database } from './db/database.ts';
import { makeCellDirectory } from './domain/cells/make-directory.ts';
import { noteCells } from './domain/cells/note-cells.ts';
import { type Settings, SettingsError } from './settings.ts';

/** A region: with one database as ever, with several as one. */
export function startCells(
  settings: Settings,
  region: Region,
  log: Logger,
  shutdown: AbortSignal,
  given: GivenParts,
  beside: Beside,
): Promise<RunningRegion> {
  if (settings.cells[region].length === 0) return startRegion(settings, region, log, shutdown, given, beside);
  return joinCells({ settings, region, log, shutdown, given, beside });
}

type Place = {
  settings: Settings;
  region: Region;
  log: Logger;
  shutdown: AbortSignal;
  given: GivenParts;
  beside: Beside;
};

/** The first one has the directory and the people, and is waited for; the others are opened beside it, and tried again where they are down. */
async function joinCells(place: Place): Promise<RunningRegion> {
  const { settings, region, log, shutdown, given, beside } = place;
  const others = settings.cells[region].map(({ name }) => name);
  const firstName = settings.brokers[region].cell;
  const tables = () => first.database.unscoped;
  const directory = makeCellDirectory({ first: firstName, tables });
  const guard = (name: string) => (database: Database) => guardCell(database, name, directory);
  // Of a host: another cell's claim is no other region's.
  const findPeer: Beside['findPeer'] = async (asked) => {
    const cell = [firstName, ...others].find((name) => asked === (name === firstName ? region : placeOf(region, name)));
    return cell ? (await open(cell)).peer : beside.findPeer(asked);
  };
  const openOthers = () => Promise.all(others.map(async (name) => (await slots.open(name)).database));
  const first: RunningRegion = await startRegion(settings, region, log, shutdown, given, {
    ...beside,
    findPeer,
    cell: { place: region, guard: guard(firstName), otherCells: openOthers },
  });
  const slots = makeSlots<string, RunningRegion>({
    start: (name) =>
      startRegion(
        settingsOf(settings, region, name),
        region,
        log,
        shutdown,
        { ...given, database: undefined },
        { ...beside, findPeer, cell: { place: placeOf(region, name), guard: guard(name), otherCells: null } },
      ),
    tell: (cell, error) =>
      error
        ? log.error({ err: error, region, cell }, 'cell could not be opened; it is tried again')
        : log.warn({ region, cell }, 'cell is there'),
  });
  const open = async (name: string) => (name === firstName ? first : slots.open(name));
  const stop = async () => {
    await slots.stop();
    await first.stop();
  };
  try {
    const unnamed = (await noteCells(tables(), [firstName, ...others])).join(', ');
    if (unnamed) throw new SettingsError(`The region ${region} has cells that CELL_URLS does not name: ${unnamed}.`);
  } catch (error) {
    await stop();
    throw error;
  }
  for (const name of others) void slots.open(name).catch(() => {});
  return { ...first, ...makeCellFront({ first, names: [firstName, ...others], open, directory }), stop };
}

/** Who claims hosts for a cell other than the first, which claims them for the region, as before there was another. */
const placeOf = (region: Region, cell: string) => `${region}/${cell}` as Region;

/** The region's settings, with a cell's own database. */
function settingsOf(settings: Settings, region: Region, name: string): Settings {
  const place = settings.cells[region].find((cell) => cell.name === name);
  const set = <Value>(all: Record<Region, Value>, value: Value) => ({ ...all, [region]: value });
  return {
    ...settings,
    databaseUrls: set(settings.databaseUrls, place?.url ?? ''),
    directUrls: set(settings.directUrls, place?.directUrl ?? null),
    replicaUrls: set(settings.replicaUrls, ''),
    brokers: set(settings.brokers, { ...settings.brokers[region], cell: name }),
  };
}
