import type { CheckedRecord } from '@antiphon/contract/dns-records';
import type { AgencyId, UserId } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { deleteReminder, findReminder, putReminder, type Reminded, updateReminder } from './dns-reminders.queries.ts';
import { nextReminder } from './dns-reminders.rules.ts';
import { findReader } from './find-reader.ts';

type Deps = { database: Database; systemScope: SystemScope };
type Claim = Reminded & {
  agency: { id: AgencyId; name: string };
  userId: UserId | null;
  records: readonly CheckedRecord[];
};

/** Of the claim of a domain: whoever claimed it is written to while its records are missing. A key has no mailbox. */
export async function startReminder(deps: Deps, tx: Tx, scope: Scope, claim: Claim, now: Date): Promise<void> {
  const { purpose, domain, agency, userId, records } = claim;
  const person = await findReader(deps, tx, userId);
  if (!person) return;
  await putReminder(tx, scope, {
    purpose,
    domain,
    agencyId: agency.id,
    agencyName: agency.name,
    userId: person.userId,
    userEmail: person.email,
    language: person.language,
    bucket: bucketOf(deps.database.region),
    timestamp: now,
    sent: false,
    nextAt: nextReminder(now, now),
    missing: missingOf(records),
  });
}

/** After a look at the records: what the next reminder will say. */
export const noteMissing = (tx: Tx, scope: Scope, about: Reminded, records: readonly CheckedRecord[]): Promise<void> =>
  updateReminder(tx, scope, about, { missing: missingOf(records) });

/** They are there, the domain was removed, or nobody wants to be reminded. False where nobody was. */
export const endReminder = (tx: Tx, scope: Scope, about: Reminded): Promise<boolean> =>
  deleteReminder(tx, scope, about);

/** Who is still to be reminded; empty where nobody is. */
export async function findReminded(tx: Tx, scope: Scope, about: Reminded): Promise<string> {
  const row = await findReminder(tx, scope, about);
  return row?.nextAt ? row.userEmail : '';
}

/** What nobody could look for is not called missing. */
const missingOf = (records: readonly CheckedRecord[]) =>
  records
    .filter(({ state }) => state === 'missing' || state === 'wrong')
    .map(({ type, name, value, priority }) => ({ type, name, value, ...(priority === undefined ? {} : { priority }) }));

const bucketOf = (region: Region) => (region === 'eu' ? 'eu' : 'default');
