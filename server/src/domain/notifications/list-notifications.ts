import { fail } from '@antiphon/contract/errors';
import type { NotificationId } from '@antiphon/contract/ids';
import type { Notification } from '@antiphon/contract/notifications';
import type { Database } from '../../db/database.ts';
import type { Member } from '../identity/identity.policy.ts';
import { readSettings } from './notification-settings.ts';
import { type Reader, readerOf } from './notifications.policy.ts';
import { listLatest, listUnseenAbout, markNotifications, type NotificationOf } from './notifications.queries.ts';
import { ANNOUNCED_MS, clientPathOf, levelsOf } from './notifications.rules.ts';

type Deps = { database: Database };

/**
 * The latest five of each level that the person wants to see. `soundOnly`: of level 1, where it is not in the list because
 * the person wants requests only, what is about the page that they look at.
 */
export async function listNotifications(
  deps: Deps,
  member: Member,
  input: { pathname?: string | undefined },
  now = new Date(),
): Promise<{ items: Notification[]; soundOnly: NotificationId[] }> {
  const { scope } = member;
  const reader = readerOf(member);
  return deps.database.transaction(scope, async (tx) => {
    const { notifyIf } = await readSettings(tx, member);
    const rows: NotificationOf[] = [];
    for (const level of levelsOf(notifyIf)) rows.push(...(await listLatest(tx, scope, reader, level)));
    rows.sort((one, other) => other.ts.getTime() - one.ts.getTime());
    const about =
      notifyIf === 'requestsOnly' && input.pathname
        ? { level: 1 as const, pathname: input.pathname, since: new Date(now.getTime() - ANNOUNCED_MS) }
        : null;
    const soundOnly = about ? await listUnseenAbout(tx, scope, reader, about) : [];
    return { items: rows.map((row) => toNotification(row, reader)), soundOnly };
  });
}

/** The person was shown them. Fails with `not_found` for one that is not there for them. */
export async function markSeen(deps: Deps, member: Member, ids: readonly NotificationId[]): Promise<void> {
  await mark(deps, member, ids, null);
}

/** Deletes them for the person; `ids` null means all. Fails with `not_found` for one that is not there for them. */
export async function readNotifications(
  deps: Deps,
  member: Member,
  ids: readonly NotificationId[] | null,
): Promise<void> {
  await mark(deps, member, ids, new Date());
}

async function mark({ database }: Deps, member: Member, ids: readonly NotificationId[] | null, readAt: Date | null) {
  const { scope } = member;
  const wanted = ids && [...new Set(ids)];
  await database.transaction(scope, async (tx) => {
    const given = { ids: wanted, readAt, now: new Date() };
    if ((await markNotifications(tx, scope, readerOf(member), given)) < (wanted?.length ?? 0)) fail('not_found');
  });
}

const toNotification = (row: NotificationOf, { of }: Reader): Notification => ({
  ID: row.id,
  title: row.title,
  body: row.body,
  ts: Math.floor(row.ts.getTime() / 1_000),
  seen: row.seenAt !== null,
  urlPathname: of ? clientPathOf(row.urlPathname, row.agentId) : row.urlPathname,
  notificationLevel: row.notificationLevel,
  notifyOnly: row.notifyOnly,
  kind: row.kind,
  values: row.values,
});
