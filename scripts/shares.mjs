// Journeys take most of the time. A run of everything takes one of `SHARES` shares of them, by its commit; who names files, and the long
// run, take them all.
import { spawnSync } from 'node:child_process';

export const SHARES = 8;

const isShared = (path) => /^(server\/(test\/(journeys|processes|ledger|chaos|walks\/parsers)|bench)|e2e)\//.test(path);

/** What would hurt most, whole and by itself. */
const ALWAYS = [
  'server/test/journeys/takeover.test.ts',
  'server/test/journeys/telegram.test.ts',
  'server/test/journeys/audit.test.ts',
  'server/test/ledger/ledger-once.pg.test.ts',
  'server/test/processes/two-processes.pg.test.ts',
  'e2e/owner/payments.spec.ts',
  'e2e/visitor/visitor-journey.spec.ts',
  'e2e/visitor/widget-chat.spec.ts',
  'e2e/whole/product.spec.ts',
];

/** Those of a share, of the paths of all from the project's root; `share` undefined: each of them. */
export function ofShare(paths, share) {
  if (share === undefined) return paths;
  const shared = paths.filter((path) => isShared(path) && !ALWAYS.includes(path)).sort();
  const left = new Set(shared.filter((_, at) => at % SHARES !== Number(share)));
  return paths.filter((path) => !left.has(path));
}

/** Another one for each commit, the same each time for one of them. */
export function shareOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return String(Number.parseInt(stdout.slice(0, 8) || '0', 16) % SHARES);
}
