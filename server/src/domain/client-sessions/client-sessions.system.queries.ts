import { lt, or } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { clientLogins, clientSessions } from '../../db/schema/client-sessions.ts';

/** Of all agencies: what nobody can use any more. */
export async function deleteEnded(tx: Tx, { now, unusedSince }: { now: Date; unusedSince: Date }) {
  await tx
    .delete(clientSessions)
    .where(or(lt(clientSessions.expiresAt, now), lt(clientSessions.lastUsedAt, unusedSince)));
  await tx.delete(clientLogins).where(lt(clientLogins.expiresAt, now));
}
