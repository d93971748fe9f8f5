import { fail } from '@antiphon/contract/errors';
import { recordAudit } from '../audit/record-audit.ts';
import { findReader } from '../dns-reminders/find-reader.ts';
import { toAddress } from '../email/email.rules.ts';
import { queueEmail } from '../email/queue-email.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { DomainFacts } from './custom-domains.ports.ts';
import { findCustomHost, lockHolder } from './custom-domains.queries.ts';

const MALFORMED = 'Please enter a valid recipient email';

type Deps = Pick<DomainFacts, 'database' | 'systemScope' | 'secretKey'>;

/** The server's own letter, in the agency's name and the sender's language: nothing but the address is the caller's. */
export async function sendDomainInstructions(deps: Deps, member: Member, to: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope, userId } = member;
  if (toAddress(to) === null)
    fail('invalid_input', { message: MALFORMED, issues: [{ path: 'to', message: MALFORMED }] });
  await deps.database.transaction(scope, async (tx) => {
    const agency = await lockHolder(tx, scope);
    const row = await findCustomHost(tx, scope);
    if (!agency || !row) fail('not_found');
    const { host: domain } = row;
    const language = (await findReader(deps, tx, userId))?.language ?? 'en';
    const records = row.records.map(({ type, name, value }) => ({ type, name, value }));
    const props = { domain, records, purpose: 'custom' as const };
    await queueEmail(deps, tx, scope, { template: 'dns_instructions', to, language, brandName: agency.name, props });
    const act = { actor: actorOf(member), action: 'agency.send_dns_instructions', target: agency.id };
    await recordAudit(tx, scope, { ...act, details: { domain } });
  });
}
