import type { WorkspaceUid } from '@antiphon/contract/ids';
import { isRegion, type Region } from '@antiphon/contract/regions';
import type pg from 'pg';
import { openCell } from './db/copy-between.ts';
import { openDirectory } from './db/open-directory.ts';
import { findCellOf, moveInDirectory } from './domain/cells/move-in-directory.ts';
import { hasLeft, moveWorkspace, NotMoved, type Step } from './domain/cells/move-workspace.ts';
import { readSettings, type Settings } from './settings.ts';

const USAGE = `usage: npm run move-workspace -- --workspace UID --to CELL [--region na|eu] [--within SECONDS]
or, between installations that know nothing of each other: TO_DATABASE_URL=postgres://… and no --to`;

/** The widget sends again for longer than that; what a visitor bears. */
const WITHIN_SECONDS = 10;

type MoveCommand = { uid: WorkspaceUid; region: Region; withinMs: number; to: string | null };

/** What was typed; throws with how it is typed. */
export function readMoveCommand(args: string[]): MoveCommand {
  const given = new Map<string, string>();
  for (let at = 0; at < args.length; at += 2) given.set(args[at] ?? '', args[at + 1] ?? '');
  const {
    '--workspace': uid = '',
    '--region': region = 'na',
    '--within': within = `${WITHIN_SECONDS}`,
    '--to': to = null,
    ...rest
  } = Object.fromEntries(given);
  const seconds = Number(within);
  const isWhole = Number.isInteger(seconds) && seconds >= 1 && seconds <= 600;
  const isNamed = to === null || /^[a-z0-9-]{1,20}$/.test(to);
  if (!/^\w{3,40}$/.test(uid) || !isRegion(region) || !isWhole || !isNamed || Object.keys(rest).length > 0)
    throw new Error(USAGE);
  return { uid: uid as WorkspaceUid, region, withinMs: seconds * 1_000, to };
}

type Way = { from: string; to: string; direct?: (epoch: number) => Promise<void> };

/**
 * `npm run move-workspace`: to another cell of its region, which the directory knows from then on; or from the region's database to the one that
 * `TO_DATABASE_URL` names. All addresses lead to PostgreSQL itself. Answers how long the workspace was not written, in milliseconds.
 */
export async function runMoveCommand(
  environment: Record<string, string | undefined>,
  args: string[],
  tell: (step: Step) => void = () => {},
): Promise<number> {
  const command = readMoveCommand(args);
  const settings = readSettings(environment);
  const { uid, region, withinMs } = command;
  const first = settings.directUrls[region] ?? settings.databaseUrls[region];
  if (first === '') throw new NotMoved(`${region} has no PostgreSQL: DATABASE_URL leads to it.`);
  const directory = openDirectory(first, false);
  try {
    const way =
      command.to === null ? namedWay(first, environment) : await findWay(settings, command, directory.unscoped);
    let [stoppedAt, stoppedMs] = [0, 0];
    const onStep = (step: Step) => {
      if (step === 'moving') stoppedAt = performance.now();
      if (step === 'here' && stoppedAt > 0) stoppedMs = performance.now() - stoppedAt;
      tell(step);
    };
    await withCells([way.from, way.to], ([source, target]) =>
      moveWorkspace({ source, target, uid, withinMs, onStep, ...(way.direct ? { direct: way.direct } : {}) }),
    );
    return Math.round(stoppedMs);
  } finally {
    await directory.close();
  }
}

function namedWay(from: string, environment: Record<string, string | undefined>): Way {
  const to = environment.TO_DATABASE_URL ?? '';
  if (to === '') throw new Error(USAGE);
  if (from === to) throw new NotMoved('TO_DATABASE_URL leads to the same database.');
  return { from, to };
}

/** From where the directory says it is. One that was killed behind the deciding step goes on from where it came. */
async function findWay(
  settings: Settings,
  { uid, region, to }: MoveCommand,
  tables: ReturnType<typeof openDirectory>['unscoped'],
): Promise<Way> {
  const first = settings.brokers[region].cell;
  const urls = new Map([[first, settings.directUrls[region] ?? settings.databaseUrls[region]]]);
  for (const { name, url, directUrl } of settings.cells[region]) urls.set(name, directUrl ?? url);
  const target = urls.get(to ?? '');
  if (!to || !target)
    throw new NotMoved(`${region} has no cell ${to}: CELL_URLS names ${[...urls.keys()].join(', ')}.`);
  const direct = (epoch: number) => moveInDirectory(tables, uid, { cell: to, epoch });
  const now = (await findCellOf(tables, uid)) ?? first;
  const from = now === to ? await findLeft(urls, to, uid) : urls.get(now);
  if (!from) throw new NotMoved(now === to ? `The workspace is in ${to} already.` : `CELL_URLS does not name ${now}.`);
  return { from, to: target, direct };
}

async function findLeft(urls: Map<string, string>, to: string, uid: WorkspaceUid): Promise<string | undefined> {
  for (const [name, url] of urls)
    if (name !== to && (await withCells([url], ([cell]) => hasLeft(cell, uid)))) return url;
  return undefined;
}

async function withCells<Urls extends readonly string[], Result>(
  urls: readonly [...Urls],
  work: (cells: { [At in keyof Urls]: pg.Client }) => Promise<Result>,
): Promise<Result> {
  const opened: pg.Client[] = [];
  try {
    for (const url of urls) opened.push(await openCell(url));
    return await work(opened as { [At in keyof Urls]: pg.Client });
  } finally {
    await Promise.all(opened.map((cell) => cell.end()));
  }
}
