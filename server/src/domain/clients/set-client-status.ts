import type { Client } from '@antiphon/contract/clients';
import type { ClientId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { chooseFirstLanguage, setOnline, updateClientRow } from './clients.queries.ts';

/** What a client says of themselves; their agency sees it in its list. */
export const setClientStatus = (
  deps: { database: Database },
  scope: Scope,
  id: ClientId,
  status: Client['status'],
): Promise<void> =>
  deps.database.transaction(scope, (tx) => updateClientRow(tx, scope, id, { status, isNewPassword: false }));

/** Whoever signs in is there, and keeps the language of the page where they did if nobody chose another before. */
export async function markOnline(tx: Tx, scope: Scope, id: ClientId, language: DashboardLanguage | null) {
  await setOnline(tx, scope, id);
  if (language !== null) await chooseFirstLanguage(tx, scope, id, language);
}
