import type { UserId } from '@antiphon/contract/ids';
import { asc, eq, lte } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { userProfiles, users } from '../../db/schema/identity.ts';
import { dnsReminders } from '../../db/schema/sending-domains.ts';
import type { SystemScope } from '../../db/scope.ts';

export const listDue = (tx: Tx, _system: SystemScope, now: Date, max: number) =>
  tx
    .select({
      workspaceUid: dnsReminders.workspaceUid,
      purpose: dnsReminders.purpose,
      domain: dnsReminders.domain,
    })
    .from(dnsReminders)
    .where(lte(dnsReminders.nextAt, now))
    .orderBy(asc(dnsReminders.nextAt))
    .limit(max);

/** People belong to no tenant. */
export async function findPerson(tx: Tx, _system: SystemScope, id: UserId) {
  const [row] = await tx
    .select({ userId: users.id, email: users.email, language: userProfiles.preferredLanguage })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(eq(users.id, id));
  return row ? { ...row, language: row.language ?? ('en' as const) } : null;
}
