import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { mayBeCalled } from './dialed.rules.ts';
import { openPhoneAccount } from './phone-account.ts';
import { findByNumber, findNumberRow, type PhoneNumberRow } from './phone-numbers.queries.ts';
import { findByPhoneHook } from './phone-numbers.system.queries.ts';
import type { TelephonyAccount } from './telephony.ports.ts';

export type CalledNumber = { scope: Scope; number: PhoneNumberRow; account: TelephonyAccount };

const HOOK_KEY = /^[0-9A-Za-z]{32}$/;

/** Whose address the provider called, and what it signs with. Null where it is nobody's. */
export async function findCalled(
  deps: {
    database: Database;
    systemScope: SystemScope;
    makeScope: (uid: WorkspaceUid) => Scope;
    secretKey: string;
  },
  hookKey: string,
): Promise<CalledNumber | null> {
  const { database, systemScope, secretKey } = deps;
  if (!HOOK_KEY.test(hookKey)) return null;
  const found = await database.transaction(systemScope, (tx) => findByPhoneHook(tx, systemScope, hookKey));
  if (!found) return null;
  const scope = deps.makeScope(found.workspaceUid);
  const row = await database.transaction(scope, (tx) => findNumberRow(tx, scope, found.id));
  if (!row) return null;
  return { scope, number: row.number, account: openPhoneAccount(secretKey, scope, row.number) };
}

/** Whom a caller of this number may be put through to: it stands in its settings, and nothing that is said leads to another. */
export function targetOf({ number, transferTo }: Pick<PhoneNumberRow, 'number' | 'transferTo'>): string | null {
  return mayBeCalled(transferTo, number) ? transferTo : null;
}

/** When callers of a number are put through to its target. */
export async function findPuttingThrough(
  tx: Tx,
  scope: Scope,
  id: PhoneNumberRow['id'],
): Promise<'never' | 'later' | 'once'> {
  const number = (await findNumberRow(tx, scope, id))?.number;
  if (!number || targetOf(number) === null) return 'never';
  return number.transfersAtOnce ? 'once' : 'later';
}

/** Whether a number is one of the workspace's own. */
export async function isOwnNumber(
  { database }: { database: Database },
  scope: Scope,
  number: string,
): Promise<boolean> {
  return database.transaction(scope, async (tx) => (await findByNumber(tx, scope, number)) !== null);
}
