import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { findVisitor as findRow } from './conversations.system.queries.ts';
import { hashVisitorToken } from './start-conversation.ts';

export function findVisitor(deps: { database: Database; systemScope: SystemScope }, id: ConversationId, token: string) {
  return deps.database.transaction(deps.systemScope, (tx) => findRow(tx, id, hashVisitorToken(token)));
}
