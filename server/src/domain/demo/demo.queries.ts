import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { demoData } from '../../db/schema/demo.ts';
import type { Scope } from '../../db/scope.ts';

export type DemoRow = typeof demoData.$inferSelect;

const isOwn = (scope: Scope) => eq(demoData.workspaceUid, scope.workspaceUid);

export async function findDemo(tx: Tx, scope: Scope): Promise<DemoRow | null> {
  const [row] = await tx.select().from(demoData).where(isOwn(scope));
  return row ?? null;
}

/** False where there is some already. */
export async function insertDemo(tx: Tx, scope: Scope): Promise<boolean> {
  const made = await tx
    .insert(demoData)
    .values({ workspaceUid: scope.workspaceUid })
    .onConflictDoNothing()
    .returning({ uid: demoData.workspaceUid });
  return made.length > 0;
}

export async function noteMade(tx: Tx, scope: Scope, made: Partial<Pick<DemoRow, 'agentId' | 'orgId' | 'agencyId'>>) {
  await tx.update(demoData).set(made).where(isOwn(scope));
}

export async function deleteDemo(tx: Tx, scope: Scope) {
  await tx.delete(demoData).where(isOwn(scope));
}
