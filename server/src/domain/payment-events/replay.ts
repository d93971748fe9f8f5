import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { PayObject } from '../payments/payments.ports.ts';
import { kindOfId } from './payment-events.rules.ts';
import { forgetFailures, listReplayed, markDirty, type Replayed } from './payment-events.system.queries.ts';

/**
 * Has objects looked at again, as if their events came anew; a server that runs finds them within a second. An object that no event told of is
 * taken by its id, of the platform's account; an agency's account by its own.
 */
export async function replay(
  { database, systemScope }: { database: Database; systemScope: SystemScope },
  what: Replayed,
): Promise<PayObject[]> {
  return database.transaction(systemScope, async (tx) => {
    const found = await listReplayed(tx, systemScope, what);
    const objects = found.length > 0 ? found : 'object' in what ? ofPlatform(what.object) : [];
    for (const object of objects) {
      await markDirty(tx, systemScope, object);
      await forgetFailures(tx, systemScope, object);
    }
    return objects;
  });
}

function ofPlatform(id: string): PayObject[] {
  const kind = kindOfId(id);
  return kind ? [{ account: kind === 'merchant' ? id : '', kind, id }] : [];
}
