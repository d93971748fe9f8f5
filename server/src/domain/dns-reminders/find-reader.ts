import type { UserId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { findPerson } from './dns-reminders.system.queries.ts';

/** Where mail to a person goes, and in which language, within the caller's transaction; null for a key, which has no mailbox. */
export const findReader = async (
  { database, systemScope }: { database: Database; systemScope: SystemScope },
  tx: Tx,
  userId: UserId | null,
) => (userId === null ? null : database.within(tx, systemScope, () => findPerson(tx, systemScope, userId)));
