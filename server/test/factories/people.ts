import { newUserId, randomText, type UserId, type WorkspaceUid } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { emails } from '../../src/db/schema/email.ts';
import { auditEntries } from '../../src/db/schema/events.ts';
import { users } from '../../src/db/schema/identity.ts';
import type { Scope } from '../../src/db/scope.ts';
import { openProps } from '../../src/domain/email/seal-props.ts';
import { setPlan } from '../../src/domain/entitlements/set-plan.ts';
import type { Member } from '../../src/domain/identity/identity.policy.ts';
import { createWorkspace } from '../../src/domain/workspaces/create-workspace.ts';
import { testSystemScope } from '../harness/database.ts';

/** People, members and invitations on a database, for use cases without the API around them. */

export type Person = { userId: UserId; email: string };
export const secretKey = 'test-0123456789abcdefghijklmnopqrstuvwxyz';

export async function makePerson(database: Database): Promise<Person> {
  const userId = newUserId();
  const email = `${randomText(12).toLowerCase()}@example.com`;
  await database.unscoped.insert(users).values({ id: userId, name: `Person ${email.slice(0, 3)}`, email });
  return { userId, email };
}

export const peopleDeps = (database: Database) => ({
  database,
  systemScope: testSystemScope,
  makeScope,
  secretKey,
  sellsPlans: false,
});

/** A further workspace of a new person, with so many seats more than every workspace has. */
export async function makeWorkspace(database: Database, options: { seats?: number; name?: string } = {}) {
  const owner = await makePerson(database);
  const { uid } = await createWorkspace(peopleDeps(database), owner.userId, options.name ?? 'Harbour Bikes');
  const scope = makeScope(uid);
  if (options.seats) await giveSeats(database, uid, options.seats);
  return {
    uid,
    scope,
    owner,
    as: (person: Person, permissions: readonly Permission[] = PERMISSIONS) => actor(scope, person, permissions),
  };
}

/** So many seats more than every workspace has. */
export async function giveSeats(database: Database, uid: string, seats: number): Promise<void> {
  const scope = makeScope(uid as WorkspaceUid);
  await database.transaction(scope, (tx) =>
    setPlan({ sellsPlans: false }, tx, scope, { custom: { workspaceSeats: seats } }),
  );
}

export const actor = (scope: Scope, person: Person, permissions: readonly Permission[] = PERMISSIONS): Member => ({
  scope,
  userId: person.userId,
  permissions,
  client: null,
});

export async function joinDirectly(
  database: Database,
  uid: WorkspaceUid,
  permissions: readonly Permission[] = [],
): Promise<Person> {
  const person = await makePerson(database);
  await database.unscoped.execute(sql`insert into workspace_members (workspace_uid, user_id, permissions)
    values (${uid}, ${person.userId}, ${JSON.stringify(permissions)}::jsonb)`);
  return person;
}

/** What the mails to an address were filled with, the oldest first. */
export async function mailedProps(
  database: Database,
  email: string,
  key = secretKey,
): Promise<Record<string, unknown>[]> {
  const rows = await database.unscoped
    .select()
    .from(emails)
    .where(eq(emails.toAddress, email))
    .orderBy(asc(emails.position));
  return rows.flatMap((row) => {
    const props = row.sealed && openProps(key, row.id, row.sealed);
    return props ? [props as Record<string, unknown>] : [];
  });
}

/** The links among them. */
export const mailedLinks = async (database: Database, email: string, key = secretKey): Promise<URL[]> =>
  (await mailedProps(database, email, key)).flatMap(({ url }) =>
    typeof url === 'string' && url !== '' ? [new URL(url)] : [],
  );

export const secretOf = (link: URL | undefined) => link?.searchParams.get('secret') ?? '';

/** `action target` of the workspace's audit log, in order. */
export async function auditOf(database: Database, uid: WorkspaceUid): Promise<string[]> {
  const rows = await database.unscoped
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.workspaceUid, uid))
    .orderBy(asc(auditEntries.position));
  return rows.map((row) => `${row.action} ${row.target}`);
}
