import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findAgencyRow } from './client-sessions.queries.ts';

/** Which ways into the dashboard there are: codes and links always. */
export const getOptions = (deps: { database: Database }, scope: Scope): Promise<{ hasPassword: boolean }> =>
  deps.database.transaction(scope, async (tx) => ({
    hasPassword: !(await findAgencyRow(tx, scope))?.disablePasswordLogin,
  }));
