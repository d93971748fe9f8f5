import type { McpSourceId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';

export type DueSource = { id: McpSourceId; workspaceUid: WorkspaceUid };

/** Sources of approved tools whose day is over, in every workspace, the longest-waiting first: each to one process, once a day. */
export async function takeDueLooks(tx: Tx, _system: SystemScope, most: number): Promise<DueSource[]> {
  const { rows } = (await tx.execute(sql`
    with due as (
      select id from mcp_sources s
      where next_look_at <= now() and exists (select 1 from mcp_tools t where t.source_id = s.id and t.function_id is not null)
      order by next_look_at limit ${most} for update skip locked
    )
    update mcp_sources s set next_look_at = now() + interval '1 day' from due where s.id = due.id
    returning s.id, s.workspace_uid as "workspaceUid"
  `)) as unknown as { rows: DueSource[] };
  return rows;
}
