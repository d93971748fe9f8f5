import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { Channels } from '../channels/channels.ports.ts';
import type { Telephony } from '../phone-numbers/telephony.ports.ts';

export type BeginDeps = {
  database: Database;
  systemScope: SystemScope;
  telephony: Telephony;
  channels: Channels;
  secretKey: string;
  hookBase: string | null;
  log: Logger;
  /** For tests: null is the database's own clock. */
  clock?: () => Date | null;
};
