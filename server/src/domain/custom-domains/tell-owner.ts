import type { UserId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { recordsPage } from '../dns-reminders/dns-reminders.rules.ts';
import { findReader } from '../dns-reminders/find-reader.ts';
import { endReminder } from '../dns-reminders/keep-reminder.ts';
import type { DomainBecame } from '../email/email.ports.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import type { DomainFacts } from './custom-domains.ports.ts';
import { type HostRow, readAgencyName } from './custom-domains.queries.ts';

type Deps = Pick<DomainFacts, 'database' | 'systemScope' | 'secretKey' | 'publicUrl'>;

/** A mail to the owner of the workspace of what became of its domain, in the transaction in which it became so. */
export async function tellOwner(
  deps: Deps,
  tx: Tx,
  scope: Scope,
  told: { ownerUserId: UserId | null; domain: string; became: DomainBecame },
): Promise<void> {
  const { domain, became } = told;
  const reader = await findReader(deps, tx, told.ownerUserId);
  if (!reader) return;
  const { publicUrl, database } = deps;
  const { workspaceUid } = scope;
  const url = recordsPage(publicUrl, { region: database.region, workspaceUid, purpose: 'custom' });
  const agencyName = await readAgencyName(tx, scope);
  await queueWhereAllowed(deps, tx, scope, {
    template: 'custom_domain',
    to: reader.email,
    language: reader.language,
    props: { domain, agencyName, became, url },
  });
}

/** Of a host whose row is gone without its agency's doing. */
export async function tellOfLoss(
  deps: Deps,
  tx: Tx,
  scope: Scope,
  { host, agencyId }: Pick<HostRow, 'host' | 'agencyId'>,
  lost: { ownerUserId: UserId | null; became: 'expired' | 'displaced' },
): Promise<void> {
  await endReminder(tx, scope, { purpose: 'custom', domain: host });
  const act = { actor: 'system', action: 'agency.lose_domain', target: agencyId };
  await recordAudit(tx, scope, { ...act, details: { host, reason: lost.became } });
  await tellOwner(deps, tx, scope, { ...lost, domain: host });
}
