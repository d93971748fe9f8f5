import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { GIVEN_BACK } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import type { FindSender } from '../email/email.ports.ts';
import { openDkim } from './seal-dkim-key.ts';
import type { SendingDomains } from './sending-domains.ports.ts';
import { type DomainRow, findBrand, findDomain, updateDomain } from './sending-domains.queries.ts';
import { REFUSED_MS, senderOf } from './sending-domains.rules.ts';

type Deps = {
  database: Database;
  makeScope: (uid: WorkspaceUid) => Scope;
  secretKey: string;
  sendingDomains: Pick<SendingDomains, 'name'>;
};

/** An agency's own sender while its domain is verified by who sends now. */
export const makeFindSender =
  (deps: Deps): FindSender =>
  async (workspaceUid) => {
    const scope = deps.makeScope(workspaceUid);
    const { row, brand } = await deps.database.transaction(scope, async (tx) => ({
      row: await findDomain(tx, scope),
      brand: await findBrand(tx, scope),
    }));
    if (!row || !brand || row.status !== 'verified' || row.provider !== deps.sendingDomains.name) return null;
    const dkim = row.sealed && openDkim(deps.secretKey, row, row.sealed);
    // Sealed under another SECRET_KEY: without its signature it would be taken for forged.
    if (row.sealed && !dkim) return null;
    return {
      address: senderOf(row.domain),
      replyTo: brand.supportEmail,
      returnPath: row.sealed ? returnPathOf(row) : null,
      dkim: dkim && { domain: row.domain, ...dkim },
      refused: () => markRefused(deps.database, scope, row),
    };
  };

/** Bounces go to the name whose MX record is among the domain's own, where the installation has one. */
function returnPathOf({ records }: DomainRow): string | null {
  const mx = records.find(({ type, record }) => type === 'MX' && record === 'SPF');
  return mx ? `bounces@${mx.name}` : null;
}

/** Mails leave by the platform's sender until the domain is found right again. */
async function markRefused(database: Database, scope: Scope, row: DomainRow): Promise<void> {
  const now = new Date();
  await database.transaction(scope, async (tx) => {
    const stored = await findDomain(tx, scope);
    if (stored?.id !== row.id || stored.status !== 'verified') return;
    await updateDomain(tx, scope, row.id, {
      ...{ status: 'temporary_failure', statusSince: now, checks: 0, ...GIVEN_BACK },
      nextCheckAt: new Date(now.getTime() + REFUSED_MS),
    });
  });
}
