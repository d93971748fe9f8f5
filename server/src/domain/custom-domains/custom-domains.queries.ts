import type { AgencyId } from '@antiphon/contract/ids';
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isHeld, type Lease } from '../../db/lease.ts';
import { agencies, agencyHosts } from '../../db/schema/agencies.ts';
import type { Scope } from '../../db/scope.ts';

export type HostRow = typeof agencyHosts.$inferSelect;
export type NewHost = Pick<HostRow, 'host' | 'state' | 'verifiedAt' | 'records' | 'nextCheckAt'> & {
  agencyId: AgencyId;
};

const within = (scope: Scope, ...conditions: (SQL | undefined)[]): SQL =>
  and(eq(agencyHosts.workspaceUid, scope.workspaceUid), eq(agencyHosts.kind, 'custom'), ...conditions) as SQL;

/** One an agency. */
export async function findCustomHost(tx: Tx, scope: Scope): Promise<HostRow | null> {
  const [row] = await tx.select().from(agencyHosts).where(within(scope));
  return row ?? null;
}

/** Whose it is; nobody else changes its hosts until the transaction ends. */
export async function lockHolder(tx: Tx, scope: Scope): Promise<{ id: AgencyId; name: string } | null> {
  const [row] = await tx
    .select({ id: agencies.id, name: agencies.name })
    .from(agencies)
    .where(eq(agencies.workspaceUid, scope.workspaceUid))
    .for('update');
  return row ?? null;
}

/** What the agency of the workspace calls itself. */
export async function readAgencyName(tx: Tx, scope: Scope): Promise<string> {
  const [row] = await tx
    .select({ name: agencies.name })
    .from(agencies)
    .where(eq(agencies.workspaceUid, scope.workspaceUid));
  return row?.name ?? '';
}

/** False where somebody has the host, in whatever workspace of the region. */
export async function takeCustomHost(tx: Tx, scope: Scope, row: NewHost): Promise<boolean> {
  const inserted = await tx
    .insert(agencyHosts)
    .values({ ...row, workspaceUid: scope.workspaceUid, kind: 'custom' })
    .onConflictDoNothing()
    .returning({ host: agencyHosts.host });
  return inserted.length > 0;
}

/** Null where the host is not the workspace's, or its state is another one by now than `state`. */
export async function deleteCustomHost(
  tx: Tx,
  scope: Scope,
  host: string,
  state?: HostRow['state'],
): Promise<HostRow | null> {
  const isThere = and(eq(agencyHosts.host, host), state && eq(agencyHosts.state, state));
  const [gone] = await tx.delete(agencyHosts).where(within(scope, isThere)).returning();
  return gone ?? null;
}

/** What a person asked for. Whoever looks at the host just then finds that their lease is gone: `GIVEN_BACK` is a part of it. */
export async function updateCustomHost(tx: Tx, scope: Scope, host: string, change: Partial<HostRow>): Promise<void> {
  await tx
    .update(agencyHosts)
    .set(change)
    .where(within(scope, eq(agencyHosts.host, host)));
}

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::int)`;

/** Somebody sees how far it is: what is due anyway is due within five seconds, for fifteen. Nothing is written more often than is of use. */
export async function watchCustomHost(tx: Tx, scope: Scope, host: string): Promise<void> {
  await tx
    .update(agencyHosts)
    .set({
      watchedUntil: inSeconds(15),
      nextCheckAt: sql`case when ${agencyHosts.state} = 'live' then ${agencyHosts.nextCheckAt} when ${agencyHosts.nextCheckAt} is not null then least(${agencyHosts.nextCheckAt}, ${inSeconds(5)}) end`,
    })
    .where(
      within(
        scope,
        eq(agencyHosts.host, host),
        or(isNull(agencyHosts.watchedUntil), lt(agencyHosts.watchedUntil, inSeconds(11))),
      ),
    );
}

/** Writes while the lease is held; false when it is not any more. */
export async function updateLeasedHost(
  tx: Tx,
  scope: Scope,
  { host, lease }: { host: string; lease: Lease },
  change: Parameters<ReturnType<Tx['update']>['set']>[0],
): Promise<boolean> {
  const rows = await tx
    .update(agencyHosts)
    .set(change as Partial<HostRow>)
    .where(within(scope, eq(agencyHosts.host, host), isHeld(agencyHosts, lease)))
    .returning({ host: agencyHosts.host });
  return rows.length > 0;
}

export async function deleteLeasedHost(
  tx: Tx,
  scope: Scope,
  { host, lease }: { host: string; lease: Lease },
): Promise<boolean> {
  const gone = await tx
    .delete(agencyHosts)
    .where(within(scope, eq(agencyHosts.host, host), isHeld(agencyHosts, lease)))
    .returning({ host: agencyHosts.host });
  return gone.length > 0;
}
