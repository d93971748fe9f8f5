import { fail } from '@antiphon/contract/errors';
import type { SendingDomainId } from '@antiphon/contract/ids';
import type { SendingDomain } from '@antiphon/contract/sending-domains';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findReminded } from '../dns-reminders/keep-reminder.ts';
import type { Member } from '../identity/identity.policy.ts';
import { type DomainRow, findDomain, findDomainById } from './sending-domains.queries.ts';
import { senderOf } from './sending-domains.rules.ts';

/** As it was found last: nobody is asked. Every member may look. */
export function getSendingDomain(
  { database }: { database: Database },
  { scope }: Pick<Member, 'scope'>,
  id: SendingDomainId,
): Promise<SendingDomain> {
  return database.transaction(scope, async (tx) => {
    const row = await findDomainById(tx, scope, id);
    if (!row) fail('not_found');
    return present(row, await findReminded(tx, scope, { purpose: 'sending', domain: row.domain }));
  });
}

/** What the settings of an agency show of it; null where it has none. */
export async function findSendingDomain(tx: Tx, scope: Scope): Promise<DomainRow | null> {
  return findDomain(tx, scope);
}

const present = (row: DomainRow, remindedEmail: string): SendingDomain => ({
  id: row.id,
  domain: row.domain,
  status: row.status,
  records: row.records,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  sender: senderOf(row.domain),
  remindedEmail,
});
