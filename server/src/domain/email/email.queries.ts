import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { emails } from '../../db/schema/email.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';

/** Counts one mail; false where the window is full. It is locked until the transaction ends, so that none slips through. */
export async function takeWindow(tx: Tx, window: { key: string; start: Date; max: number }): Promise<boolean> {
  const answer = (await tx.execute(
    sql`select take_email_window(${window.key}, ${window.start.toISOString()}::timestamptz, ${window.max}) as taken`,
  )) as unknown as { rows: { taken: boolean }[] };
  return answer.rows[0]?.taken === true;
}

export const workspaceOf = (scope: Scope | SystemScope) => ('workspaceUid' in scope ? scope.workspaceUid : null);

export async function insertEmail(
  tx: Tx,
  scope: Scope | SystemScope,
  row: Omit<typeof emails.$inferInsert, 'workspaceUid'>,
) {
  await tx.insert(emails).values({ ...row, workspaceUid: workspaceOf(scope) });
}
