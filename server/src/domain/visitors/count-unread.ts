import { fail } from '@antiphon/contract/errors';
import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { countUnread as countRows } from './visitors.queries.ts';

/** What came after the message `after`, and whether to ask again. Fails with `not_found`: the caller may have erased it meanwhile. */
export async function countUnread(
  deps: { database: Database },
  scope: Scope,
  id: ConversationId,
  after: MessageId | undefined,
): Promise<{ count: number; isAwaited: boolean }> {
  return (await countRows(deps.database, scope, id, after ?? null)) ?? fail('not_found');
}
