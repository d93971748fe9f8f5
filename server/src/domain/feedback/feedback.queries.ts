import type { ClientId } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencies } from '../../db/schema/agencies.ts';
import { clients } from '../../db/schema/clients.ts';
import { feedback } from '../../db/schema/feedback.ts';
import type { Scope } from '../../db/scope.ts';

export async function insertFeedback(tx: Tx, scope: Scope, row: Omit<typeof feedback.$inferInsert, 'workspaceUid'>) {
  await tx.insert(feedback).values({ ...row, workspaceUid: scope.workspaceUid });
}

/** Who writes to whom. */
export async function findEnds(tx: Tx, scope: Scope, clientId: ClientId) {
  const [row] = await tx
    .select({
      ...{ name: clients.name, email: clients.email },
      ...{ agencyId: agencies.id, brandName: agencies.name, supportEmail: agencies.supportEmail },
    })
    .from(clients)
    .innerJoin(agencies, eq(agencies.workspaceUid, clients.workspaceUid))
    .where(and(eq(clients.workspaceUid, scope.workspaceUid), eq(clients.id, clientId)));
  return row ?? null;
}
