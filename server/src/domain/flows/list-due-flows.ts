import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { listDue } from './flows.system.queries.ts';

/** In every workspace of the region. */
export const listDueFlows = (
  tx: Tx,
  scope: SystemScope,
  limit: number,
): Promise<{ id: ConversationId; workspaceUid: WorkspaceUid }[]> => listDue(tx, scope, limit);
