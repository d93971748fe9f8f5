import type { CheckedRecord } from '@antiphon/contract/dns-records';
import type { MailRecord } from '@antiphon/contract/sending-domains';
import { GIVEN_BACK, type Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { checkRecords } from '../dns/check-records.ts';
import type { DnsLook } from '../dns/dns.ports.ts';
import { endReminder, noteMissing } from '../dns-reminders/keep-reminder.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { DomainDeps } from './add-sending-domain.ts';
import { registerDomain } from './register-domain.ts';
import { type DomainRow, updateLeased } from './sending-domains.queries.ts';
import { statusAfter, waitMs } from './sending-domains.rules.ts';

export type CheckDeps = DomainDeps & { dnsLook: DnsLook; now?: () => Date };
type Change = Partial<DomainRow>;

/**
 * One look at a domain that is leased: at its records by ourselves, at the provider for its word. What nobody could be asked about
 * changes nothing. `signal` aborts where another took over.
 */
export async function checkDomain(deps: CheckDeps, scope: Scope, row: DomainRow, lease: Lease, signal: AbortSignal) {
  const now = (deps.now ?? (() => new Date()))();
  const change = await look(deps, row, now);
  signal.throwIfAborted();
  const status = change.status ?? row.status;
  const isNew = status !== row.status;
  const since = isNew ? now : row.statusSince;
  const checks = isNew ? 0 : row.checks + 1;
  const wait = waitMs(status, checks, now.getTime() - since.getTime());
  const records = change.records ?? row.records;
  await deps.database.transaction(scope, async (tx) => {
    const isHeld = await updateLeased(
      tx,
      scope,
      { id: row.id, lease },
      {
        ...change,
        ...{ statusSince: since, checks, checkedAt: now },
        nextCheckAt: wait === null ? null : new Date(now.getTime() + wait),
        ...GIVEN_BACK,
      },
    );
    if (!isHeld) return;
    const about = { purpose: 'sending', domain: row.domain } as const;
    if (status === 'verified') await endReminder(tx, scope, about);
    else if (records.every(({ state }) => state !== 'unknown')) await noteMissing(tx, scope, about, records);
  });
}

async function look(deps: CheckDeps, row: DomainRow, now: Date): Promise<Change> {
  const { sendingDomains } = deps;
  // Whoever sent before is not asked any more: what they know is of no use to who sends now.
  if (row.providerId !== null && row.provider !== sendingDomains.name) return { status: 'failure' };
  try {
    if (row.providerId === null) return await registerDomain(deps, row);
    const records = merge(row.records, await checkRecords(deps.dnsLook, row.records.map(toWanted)));
    return await ask(deps, { ...row, providerId: row.providerId, records }, now);
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    if (error.canRetry || error.kind === 'unauthorized') return {};
    // It is not there, or not ours: Verify makes it anew.
    return { status: 'failure', providerId: null };
  }
}

/** The provider's word on what was found. Who has set up everything need not press Verify. */
async function ask(deps: CheckDeps, row: DomainRow & { providerId: string }, now: Date): Promise<Change> {
  const { sendingDomains } = deps;
  const isFound = row.records.length > 0 && row.records.every(({ state }) => state === 'right');
  const isBegun = row.status === 'not_started' && isFound;
  if (row.status === 'not_started' && !isFound) return { records: row.records };
  if (isBegun) await sendingDomains.verify(row.providerId);
  const status = isBegun ? 'pending' : row.status;
  const { statuses, hasFailed } = await sendingDomains.judge(row.providerId, row.records);
  if (statuses === null) return { records: row.records, status };
  const records = row.records.map((record, at) => ({ ...record, status: statuses[at] ?? record.status }));
  const isVerified = records.length > 0 && records.every((record) => record.status === 'verified');
  const ageMs = isBegun ? 0 : now.getTime() - row.statusSince.getTime();
  return { records, status: statusAfter(status, { isVerified, hasFailed }, ageMs) };
}

const toWanted = ({ type, name, value, priority }: MailRecord) => ({
  type,
  name,
  value,
  ...(priority === undefined ? {} : { priority }),
});

const merge = (records: readonly MailRecord[], checked: readonly CheckedRecord[]): MailRecord[] =>
  records.map((record, at) => ({ ...record, ...checked[at], name: record.name, value: record.value }));
