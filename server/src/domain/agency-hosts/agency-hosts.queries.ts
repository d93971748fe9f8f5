import type { HostKind } from '@antiphon/contract/agency-hosts';
import type { AgencyId } from '@antiphon/contract/ids';
import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencies, agencyHosts } from '../../db/schema/agencies.ts';
import type { Scope } from '../../db/scope.ts';

export type HostRow = typeof agencyHosts.$inferSelect;

const within = (scope: Scope, ...conditions: SQL[]): SQL =>
  and(eq(agencyHosts.workspaceUid, scope.workspaceUid), ...conditions) as SQL;
const isHeld = isNull(agencyHosts.releasedAt);

/** The agency whose hosts they are; nobody else changes them until the transaction ends. */
export async function lockHolder(tx: Tx, scope: Scope): Promise<AgencyId | null> {
  const [row] = await tx
    .select({ id: agencies.id })
    .from(agencies)
    .where(eq(agencies.workspaceUid, scope.workspaceUid))
    .for('update');
  return row?.id ?? null;
}

/** What it holds: at most one of each kind. */
export async function listHeld(tx: Tx, scope: Scope): Promise<HostRow[]> {
  return tx.select().from(agencyHosts).where(within(scope, isHeld));
}

export async function findHeld(tx: Tx, scope: Scope, kind: HostKind, host: string): Promise<HostRow | null> {
  const [row] = await tx
    .select()
    .from(agencyHosts)
    .where(within(scope, isHeld, eq(agencyHosts.kind, kind), eq(agencyHosts.host, host)));
  return row ?? null;
}

/** `taken` where somebody has the host, in whatever workspace, or gave it back in the last 30 days. One's own comes `back`. */
export async function takeSubdomain(
  tx: Tx,
  scope: Scope,
  agencyId: AgencyId,
  host: string,
): Promise<'new' | 'back' | 'taken'> {
  const own = await tx
    .update(agencyHosts)
    .set({ releasedAt: null, createdAt: sql`now()` })
    .where(within(scope, eq(agencyHosts.host, host), eq(agencyHosts.kind, 'subdomain')))
    .returning({ host: agencyHosts.host });
  if (own.length > 0) return 'back';
  const inserted = await tx
    .insert(agencyHosts)
    .values({ host, agencyId, workspaceUid: scope.workspaceUid, kind: 'subdomain' })
    .onConflictDoNothing({ target: agencyHosts.host })
    .returning({ host: agencyHosts.host });
  return inserted.length > 0 ? 'new' : 'taken';
}

/** So many names that it gave back are kept for an agency: nobody keeps names from others by trying them one after the other. */
const RELEASED_MAX = 5;

export async function releaseSubdomain(tx: Tx, scope: Scope): Promise<void> {
  await tx
    .update(agencyHosts)
    .set({ releasedAt: sql`now()` })
    .where(within(scope, isHeld, eq(agencyHosts.kind, 'subdomain')));
  const released = await tx
    .select({ host: agencyHosts.host })
    .from(agencyHosts)
    .where(within(scope, isNotNull(agencyHosts.releasedAt)))
    .orderBy(desc(agencyHosts.releasedAt))
    .offset(RELEASED_MAX);
  const old = released.map(({ host }) => host);
  if (old.length > 0) await tx.delete(agencyHosts).where(within(scope, inArray(agencyHosts.host, old)));
}
