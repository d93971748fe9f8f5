import { fail } from '@antiphon/contract/errors';
import { recordAudit } from '../audit/record-audit.ts';
import { findReader } from '../dns-reminders/find-reader.ts';
import { toAddress } from '../email/email.rules.ts';
import { queueEmail } from '../email/queue-email.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { DomainDeps } from './add-sending-domain.ts';
import { findBrand, findDomain } from './sending-domains.queries.ts';

const MALFORMED = 'Please enter a valid recipient email';

/** The server's own letter, in the agency's name and the sender's language: nothing but the address is the caller's. */
export async function sendInstructions(deps: DomainDeps, member: Member, to: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope, userId } = member;
  if (toAddress(to) === null)
    fail('invalid_input', { message: MALFORMED, issues: [{ path: 'to', message: MALFORMED }] });
  await deps.database.transaction(scope, async (tx) => {
    const brand = await findBrand(tx, scope);
    const row = await findDomain(tx, scope);
    if (!brand || !row || row.records.length === 0) fail('not_found');
    const { domain, id } = row;
    const language = (await findReader(deps, tx, userId))?.language ?? 'en';
    const records = row.records.map(({ type, name, value, priority }) => ({
      type,
      name,
      value,
      ...(priority === undefined ? {} : { priority }),
    }));
    const props = { domain, records };
    await queueEmail(deps, tx, scope, { template: 'dns_instructions', to, language, brandName: brand.name, props });
    const actor = actorOf(member);
    await recordAudit(tx, scope, { actor, action: 'agency.send_dns_instructions', target: id, details: { domain } });
  });
}
