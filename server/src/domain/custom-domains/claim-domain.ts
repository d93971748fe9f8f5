import { setTimeout as wait } from 'node:timers/promises';
import { sayFault } from '@antiphon/contract/domain-faults';
import { proofIssues } from '@antiphon/contract/domain-proof';
import { fail } from '@antiphon/contract/errors';
import { GIVEN_BACK } from '../../db/lease.ts';
import { claimForRegion } from '../agency-hosts/claim-for-region.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { endReminder, startReminder } from '../dns-reminders/keep-reminder.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { DomainDeps } from './custom-domains.ports.ts';
import {
  deleteCustomHost,
  findCustomHost,
  lockHolder,
  takeCustomHost,
  updateCustomHost,
} from './custom-domains.queries.ts';
import { IF_YOURS, isOurs, readTypedDomain, TAKEN } from './custom-domains.rules.ts';
import { displaceHolder } from './displace-host.ts';
import { isAtHome, isOffered, readPlan } from './find-offer.ts';
import { domainToken, proofRecord, toUnseen, wantedRecords } from './wanted-records.rules.ts';

const NEEDS_PLAN = { message: 'A custom domain needs a paid plan.' };
const NOT_OFFERED = { message: 'This installation serves no custom domains.' };
/** As long as somebody who has just asked looks at what comes of it. */
const WATCHED_MS = 15_000;
/** How often whoever has shown that it is theirs tries, and for how long they wait in between, at most the first time. */
const ATTEMPTS = 5;
const PAUSE_MS = 150;

/**
 * Takes a domain for the agency, which it has until it is removed or somebody shows that it is theirs; the same one again has it
 * looked at now. `domain_taken` names the record that shows whose it is, `unavailable` while the directory cannot be asked. The
 * directory's key decides between regions, then the table's between agencies of this one.
 */
export async function claimDomain(deps: DomainDeps, member: Member, typed: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const host = readHost(deps, typed);
  if ((await checkAgain(deps, member, host)) === 'done') return;
  for (let attempt = 1; ; attempt += 1) {
    if (await take(deps, member, host)) return;
    const displaced = await displaceHolder(deps, scope.workspaceUid, host);
    if (displaced === 'unproven' || attempt === ATTEMPTS) break;
    // Others who can change its DNS may be at it just now: it is not theirs before the directory has said so twice.
    if (displaced === 'held') await wait(Math.random() * attempt * PAUSE_MS);
  }
  const proof = proofRecord(host, domainToken(deps.secretKey, scope.workspaceUid, host));
  fail('domain_taken', {
    message: TAKEN,
    issues: [{ path: 'customDomain', message: IF_YOURS }, ...proofIssues(proof)],
  });
}

const refuse = (message: string): never =>
  fail('invalid_input', { message, issues: [{ path: 'customDomain', message }] });

function readHost(deps: DomainDeps, typed: string): string {
  const read = readTypedDomain(typed);
  if ('fault' in read) return refuse(read.fault);
  const { host } = read;
  const { rootDomain, publicUrl, contentHost, edge } = deps;
  // Any other name would be called live at once, and clients would be invited to where nobody answers.
  if (isAtHome(deps)) return host.endsWith('.localhost') ? host : refuse(sayFault('elsewhere'));
  const own = [contentHost, edge.host, ...(publicUrl ? [new URL(publicUrl).hostname] : [])];
  if (isOurs(host, { rootDomain, own })) fail('domain_taken', { message: TAKEN });
  return host;
}

/** Fails where the workspace may have no custom domain, or has another one. */
async function checkAgain(deps: DomainDeps, member: Member, host: string): Promise<'done' | 'new'> {
  const { scope } = member;
  if (!isOffered(deps)) fail('not_found', NOT_OFFERED);
  return deps.database.transaction(scope, async (tx) => {
    const agency = await lockHolder(tx, scope);
    if (!agency) fail('not_found');
    const { isPaid } = await readPlan(deps, tx, scope);
    if (!isPaid) fail('forbidden', NEEDS_PLAN);
    const held = await findCustomHost(tx, scope);
    if (!held) return 'new';
    if (held.host !== host) fail('conflict', { message: `Remove ${held.host} first.` });
    const now = new Date();
    const next = held.nextCheckAt === null && isAtHome(deps) ? null : now;
    // Who looks at it just now has looked too early: their lease ends here.
    await updateCustomHost(tx, scope, host, { nextCheckAt: next, watchedUntil: watched(now), ...GIVEN_BACK });
    const act = { actor: actorOf(member), action: 'agency.check_domain', target: agency.id };
    await recordAudit(tx, scope, { ...act, details: { host } });
    return 'done';
  });
}

const watched = (now: Date) => new Date(now.getTime() + WATCHED_MS);

async function takeHost(deps: DomainDeps, member: Member, host: string): Promise<boolean> {
  const { scope, userId } = member;
  const { secretKey, edge, database } = deps;
  const wanted = wantedRecords(host, domainToken(secretKey, scope.workspaceUid, host), edge);
  const records = toUnseen(host, wanted);
  const now = new Date();
  const begun = isAtHome(deps)
    ? { state: 'live' as const, verifiedAt: now, nextCheckAt: null }
    : { state: 'unverified' as const, verifiedAt: null, nextCheckAt: now };
  return database.transaction(scope, async (tx) => {
    const agency = await lockHolder(tx, scope);
    if (!agency) fail('not_found');
    if (!(await takeCustomHost(tx, scope, { host, agencyId: agency.id, records, ...begun }))) return false;
    if (begun.nextCheckAt) {
      await updateCustomHost(tx, scope, host, { watchedUntil: watched(now) });
      await startReminder(deps, tx, scope, { purpose: 'custom', domain: host, agency, userId, records }, now);
    }
    const act = { actor: actorOf(member), action: 'agency.claim_domain', target: agency.id };
    await recordAudit(tx, scope, { ...act, details: { host } });
    return true;
  });
}

/** False where somebody has it. Another region may have shown its right between the two keys: what it has is not taken from it. */
async function take(deps: DomainDeps, member: Member, host: string): Promise<boolean> {
  const { scope } = member;
  if (!(await claimForRegion(deps.claims, host)) || !(await takeHost(deps, member, host))) return false;
  if (await claimForRegion(deps.claims, host)) return true;
  await deps.database.transaction(scope, async (tx) => {
    const gone = await deleteCustomHost(tx, scope, host, 'unverified');
    if (!gone) return;
    await endReminder(tx, scope, { purpose: 'custom', domain: host });
    const act = { actor: 'system', action: 'agency.lose_domain', target: gone.agencyId };
    await recordAudit(tx, scope, { ...act, details: { host, reason: 'displaced' } });
  });
  return false;
}
