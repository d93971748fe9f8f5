import { type DomainFault, sayFault } from '@antiphon/contract/domain-faults';
import { fail } from '@antiphon/contract/errors';
import { newSendingDomainId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { startReminder } from '../dns-reminders/keep-reminder.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { registerDomain } from './register-domain.ts';
import type { SendingDomains } from './sending-domains.ports.ts';
import {
  type DomainRow,
  deleteDomain,
  findBrand,
  findDomain,
  insertDomain,
  updateDomain,
} from './sending-domains.queries.ts';
import { isOurs, readDomain, waitMs } from './sending-domains.rules.ts';

export type DomainDeps = {
  database: Database;
  systemScope: SystemScope;
  secretKey: string;
  rootDomain: string;
  sendingDomains: SendingDomains;
  log: Logger;
};

const TAKEN = { message: 'This domain is already added' };
const MALFORMED = 'Please enter a domain, such as example.com.';
const refuse = (message: string) => fail('invalid_input', { message, issues: [{ path: 'domain', message }] });
/** What a name is refused for anywhere; another example than that of a domain for clients. */
const sayWhy = (fault: DomainFault) => (fault === 'empty' || fault === 'malformed' ? MALFORMED : sayFault(fault));

/**
 * Takes the domain first, so that of all who add it one reaches the provider. Where the provider does not answer the domain stays,
 * without records, and the runner asks again.
 */
export async function addSendingDomain(deps: DomainDeps, member: Member, typed: string): Promise<DomainRow> {
  demand(member, 'agency.write');
  const { scope } = member;
  const read = readDomain(typed);
  if ('fault' in read) return refuse(sayWhy(read.fault));
  const domain = read.name;
  if (isOurs(domain, deps.rootDomain)) fail('domain_taken', TAKEN);
  const row = await takeDomain(deps, member, domain);
  try {
    const made = await registerDomain(deps, row);
    return (await deps.database.transaction(scope, (tx) => updateDomain(tx, scope, row.id, made))) ?? row;
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    if (error.canRetry) return row;
    await deps.database.transaction(scope, (tx) => deleteDomain(tx, scope, row.id));
    if (error.kind === 'forbidden') fail('domain_taken', TAKEN);
    return error.kind === 'invalid' ? refuse(MALFORMED) : failUnasked(deps.log, error);
  }
}

/** Whoever runs the installation reads why, such as a key that the email service does not take. */
export function failUnasked(log: Logger, error: VendorFailure): never {
  log.warn({ err: error }, 'sending domains: the email service could not be asked');
  return fail('unavailable');
}

async function takeDomain(deps: DomainDeps, member: Member, domain: string): Promise<DomainRow> {
  const { scope, userId } = member;
  const now = new Date();
  const id = newSendingDomainId();
  return deps.database.transaction(scope, async (tx) => {
    const agency = await findBrand(tx, scope);
    if (!agency) fail('not_found');
    const isTaken = await insertDomain(tx, scope, {
      id,
      domain,
      agencyId: agency.id,
      provider: deps.sendingDomains.name,
      status: 'not_started',
      statusSince: now,
      records: [],
      nextCheckAt: new Date(now.getTime() + (waitMs('not_started', 0, 0) ?? 0)),
      createdAt: now,
    });
    const row = isTaken ? await findDomain(tx, scope) : null;
    if (!row) fail('domain_taken', TAKEN);
    await startReminder(deps, tx, scope, { purpose: 'sending', domain, agency, userId, records: [] }, now);
    const details = { domain };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'agency.add_sending_domain', target: id, details });
    return row;
  });
}
