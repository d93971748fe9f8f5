import type { WorkspaceUid } from '@antiphon/contract/ids';
import { isRegion, type Region } from '@antiphon/contract/regions';
import { openCell } from './db/copy-between.ts';
import { moveWorkspace, NotMoved, type Step } from './domain/cells/move-workspace.ts';
import { readSettings } from './settings.ts';

const USAGE = `usage: TO_DATABASE_URL=postgres://… npm run move-workspace -- --workspace UID [--region na|eu] [--within SECONDS]`;

/** The widget sends again for longer than that; what a visitor bears. */
const WITHIN_SECONDS = 10;

type MoveCommand = { uid: WorkspaceUid; region: Region; withinMs: number };

/** What was typed; throws with how it is typed. */
export function readMoveCommand(args: string[]): MoveCommand {
  const given = new Map<string, string>();
  for (let at = 0; at < args.length; at += 2) given.set(args[at] ?? '', args[at + 1] ?? '');
  const {
    '--workspace': uid = '',
    '--region': region = 'na',
    '--within': within = `${WITHIN_SECONDS}`,
    ...rest
  } = Object.fromEntries(given);
  const seconds = Number(within);
  const isWhole = Number.isInteger(seconds) && seconds >= 1 && seconds <= 600;
  if (!/^\w{3,40}$/.test(uid) || !isRegion(region) || !isWhole || Object.keys(rest).length > 0) throw new Error(USAGE);
  return { uid: uid as WorkspaceUid, region, withinMs: seconds * 1_000 };
}

/**
 * `npm run move-workspace`: from the region's database, which the settings name, to the one that `TO_DATABASE_URL` names; both addresses lead to
 * PostgreSQL itself. Answers how long the workspace was not written, in milliseconds.
 */
export async function runMoveCommand(
  environment: Record<string, string | undefined>,
  args: string[],
  tell: (step: Step) => void = () => {},
): Promise<number> {
  const { uid, region, withinMs } = readMoveCommand(args);
  const settings = readSettings(environment);
  const from = settings.directUrls[region] ?? settings.databaseUrls[region];
  const to = environment.TO_DATABASE_URL ?? '';
  if (to === '') throw new Error(USAGE);
  if (from === '') throw new NotMoved(`${region} has no PostgreSQL: DATABASE_URL leads to it.`);
  if (from === to) throw new NotMoved('TO_DATABASE_URL leads to the same database.');
  const source = await openCell(from);
  try {
    const target = await openCell(to);
    let [stoppedAt, stoppedMs] = [0, 0];
    const onStep = (step: Step) => {
      if (step === 'moving') stoppedAt = performance.now();
      if (step === 'here' && stoppedAt > 0) stoppedMs = performance.now() - stoppedAt;
      tell(step);
    };
    await moveWorkspace({ source, target, uid, withinMs, onStep }).finally(() => target.end());
    return Math.round(stoppedMs);
  } finally {
    await source.end();
  }
}
