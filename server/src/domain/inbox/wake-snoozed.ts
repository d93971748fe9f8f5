import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { openSnoozed } from './inbox.system.queries.ts';

const PER_BATCH = 200;

/** Opens what was put aside until now. With several processes each item is opened, and told of, once. */
export async function wakeSnoozed(
  { database, signals, systemScope }: { database: Database; signals: Signals; systemScope: SystemScope },
  now: Date,
): Promise<void> {
  for (;;) {
    const opened = await database.transaction(systemScope, (tx) => openSnoozed(tx, systemScope, now, PER_BATCH));
    for (const { id, workspaceUid } of opened) signals.tell(workspaceUid, { kind: 'conversation', id });
    if (opened.length < PER_BATCH) return;
  }
}
