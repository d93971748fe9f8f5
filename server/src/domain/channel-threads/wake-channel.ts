import type { ChannelConnectionId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { wakeThreads } from './channel-threads.queries.ts';

/** A connection is answered and sent to again: everybody there for whom something waits is looked at. */
export const wakeChannel = (tx: Tx, scope: Scope, id: ChannelConnectionId) => wakeThreads(tx, scope, id);
