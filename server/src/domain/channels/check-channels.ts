import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { breakConnection } from './change-channel.ts';
import type { Channels } from './channels.ports.ts';
import { findConnection, listOfAccount } from './channels.queries.ts';
import { hookUrlOf, isOpen, verifyTokenOf } from './channels.rules.ts';
import { type CalledConnection, listCalled } from './channels.system.queries.ts';
import { openAccount } from './open-account.ts';

export type CheckDeps = { database: Database; channels: Channels; secretKey: string; hookBase: string | null };
type Deps = CheckDeps & { systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };

const PAGE = 100;

/**
 * Asks each provider whom it calls: nobody writes to us where a token died in silence, or somebody else connected the same bot. Where
 * nobody is called any more it is told our address again. A provider that does not answer is asked the next day.
 */
export async function checkChannels(deps: Deps): Promise<void> {
  if (deps.hookBase === null) return;
  await eachApart(pages(deps), async (named) => {
    const scope = deps.makeScope(named.workspaceUid);
    const connection = await deps.database.transaction(scope, (tx) => findConnection(tx, scope, named.id));
    if (!connection || !isOpen(connection.state)) return;
    const channel = deps.channels[connection.provider];
    const account = openAccount(deps.secretKey, scope, connection);
    const own = hookUrlOf(deps.hookBase, connection);
    const all = channel.sharesHook
      ? await deps.database.transaction(scope, (tx) => listOfAccount(tx, scope, connection))
      : [connection];
    const end = (state: 'token_dead' | 'taken_over') =>
      deps.database.transaction(scope, (tx) => breakConnection(tx, scope, connection.id, state));
    try {
      const { hookUrl, isDeaf = false } = await channel.identify(account);
      if (hookUrl === '' || (isDeaf && hookUrl === own))
        await channel.listen(account, { url: own, verifyToken: verifyTokenOf(connection) });
      else if (!all.some((one) => hookUrl === hookUrlOf(deps.hookBase, one))) await end('taken_over');
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error;
      if (error.kind === 'unauthorized') await end('token_dead');
      else if (!error.canRetry) throw error;
    }
  });
}

async function* pages({ database, systemScope }: Deps): AsyncGenerator<CalledConnection> {
  let after = '';
  for (;;) {
    const page = await database.transaction(systemScope, (tx) => listCalled(tx, systemScope, { after, most: PAGE }));
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}
