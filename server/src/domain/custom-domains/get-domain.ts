import type { CustomDomain } from '@antiphon/contract/agency-hosts';
import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findReminded } from '../dns-reminders/keep-reminder.ts';
import type { Member } from '../identity/identity.policy.ts';
import type { DomainFacts } from './custom-domains.ports.ts';
import type { HostRow } from './custom-domains.queries.ts';
import { findCustomHost, watchCustomHost } from './custom-domains.queries.ts';
import { readTypedDomain } from './custom-domains.rules.ts';
import { domainToken, proofRecord } from './wanted-records.rules.ts';

type Facts = Pick<DomainFacts, 'secretKey'> & { urlOf(host: string): string };

/** As the last look found it; null where the agency has none. */
export async function readDomain(facts: Facts, tx: Tx, scope: Scope): Promise<CustomDomain | null> {
  const row = await findCustomHost(tx, scope);
  return row && present(facts, row, await findReminded(tx, scope, { purpose: 'custom', domain: row.host }));
}

/** The record that shows whose it is. */
export const proofOf = ({ secretKey }: Pick<Facts, 'secretKey'>, { workspaceUid }: Scope, host: string) =>
  proofRecord(host, domainToken(secretKey, workspaceUid, host));

const present = ({ urlOf }: Facts, row: HostRow, remindedEmail: string): CustomDomain => ({
  domain: row.host,
  state: row.state,
  stateSince: row.stateSince.toISOString(),
  url: urlOf(row.host),
  records: row.records.map((record) => ({ ...record, ttl: 'Auto' })),
  problem: row.problem,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  verifiedAt: row.verifiedAt?.toISOString() ?? null,
  remindedEmail,
});

type WatchDeps = Facts & Pick<DomainFacts, 'database'>;

/** Nobody is asked: who looks is answered what was seen last, and has it seen again soon. Null where it is not the workspace's. */
export async function watchDomain(
  deps: WatchDeps,
  { scope }: Pick<Member, 'scope'>,
  typed: string,
): Promise<CustomDomain | null> {
  const read = readTypedDomain(typed);
  if ('fault' in read) return null;
  return deps.database.transaction(scope, async (tx) => {
    const domain = await readDomain(deps, tx, scope);
    if (domain?.domain !== read.host) return null;
    await watchCustomHost(tx, scope, read.host);
    return domain;
  });
}

export const isVerified = ({ state }: Pick<CustomDomain, 'state'>): boolean =>
  state === 'issuing' || state === 'live' || state === 'failing';

/** 200 where it is live, 202 with the reason where it is not. */
export async function lookAtDomain(deps: WatchDeps, member: Pick<Member, 'scope'>, typed: string) {
  const domain = await watchDomain(deps, member, typed);
  if (!domain) return fail('not_found');
  const { state, problem } = domain;
  return {
    status: state === 'live' || state === 'failing' ? (200 as const) : (202 as const),
    body: { state, problem },
  };
}
