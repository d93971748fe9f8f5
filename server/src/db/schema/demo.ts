import type { AgencyId, AgentId, OrgId, WorkspaceUid } from '@antiphon/contract/ids';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** What was made as demo data, noted step by step, so that also what was begun and cut off can be removed. */
export const demoData = pgTable('demo_data', {
  workspaceUid: text('workspace_uid')
    .$type<WorkspaceUid>()
    .primaryKey()
    .references(() => workspaces.uid, { onDelete: 'cascade' }),
  agentId: text('agent_id').$type<AgentId>(),
  orgId: text('org_id').$type<OrgId>(),
  /** Null where the workspace was an agency before. */
  agencyId: text('agency_id').$type<AgencyId>(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
