import type { RecordState } from '@antiphon/contract/dns-records';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { findClaim, moveClaimHere } from '../agency-hosts/claim-for-region.ts';
import { checkRecords } from '../dns/check-records.ts';
import type { DomainDeps } from './custom-domains.ports.ts';
import type { HostRow } from './custom-domains.queries.ts';
import { deleteCustomHost } from './custom-domains.queries.ts';
import { findHolder } from './custom-domains.system.queries.ts';
import { readPlan } from './find-offer.ts';
import { tellOfLoss } from './tell-owner.ts';
import { domainToken, proofRecord } from './wanted-records.rules.ts';

type Deps = Pick<DomainDeps, 'database' | 'systemScope' | 'makeScope' | 'secretKey' | 'publicUrl' | 'dnsLook'>;

/** Whether a workspace has shown that a host is its own. */
async function lookForProof(deps: Pick<Deps, 'secretKey' | 'dnsLook'>, uid: WorkspaceUid, host: string) {
  const record = proofRecord(host, domainToken(deps.secretKey, uid, host));
  const [found] = await checkRecords(deps.dnsLook, [record]);
  return found?.state ?? ('unknown' satisfies RecordState);
}

/**
 * Takes a host from whoever has it, for an agency that has shown that it is theirs: from one whose own proof is not
 * there. True once nobody in this region has it.
 */
export async function freeHost(deps: Deps, host: string): Promise<boolean> {
  const { database, systemScope, makeScope } = deps;
  const holder = await database.transaction(systemScope, (tx) => findHolder(tx, systemScope, host));
  if (!holder) return true;
  if (holder.kind !== 'custom' || !(await isUnproven(deps, holder))) return false;
  const scope = makeScope(holder.workspaceUid);
  return database.transaction(scope, async (tx) => {
    // Whoever proved it meanwhile, or is served by now, keeps it.
    if (!(await deleteCustomHost(tx, scope, host, holder.state))) return false;
    const { ownerUserId } = await readPlan(deps, tx, scope);
    await tellOfLoss(deps, tx, scope, holder, { ownerUserId, became: 'displaced' });
    return true;
  });
}

/** Also before it was verified: of two who can both change its DNS the first has it. */
async function isUnproven(deps: Deps, { workspaceUid, host }: HostRow): Promise<boolean> {
  const own = await lookForProof(deps, workspaceUid, host);
  return own === 'missing' || own === 'wrong';
}

/** For whoever was told that another has the host. `free`: it was nobody's just now, in any region that answers. */
export async function displaceHolder(
  deps: DomainDeps,
  uid: WorkspaceUid,
  host: string,
): Promise<'unproven' | 'held' | 'free'> {
  if ((await lookForProof(deps, uid, host)) !== 'right') return 'unproven';
  return (await freeAnywhere(deps, host)) ? 'free' : 'held';
}

async function freeAnywhere(deps: DomainDeps, host: string): Promise<boolean> {
  const { claims, findPeer } = deps;
  const claim = await findClaim(claims, host);
  if (!claim || claim.region === claims.region) return freeHost(deps, host);
  const peer = await findPeer(claim.region);
  if (!peer || !(await peer.freeHost(host))) return false;
  // Not where somebody there claims it just now: they have not come to their row yet.
  return moveClaimHere(claims, host, claim);
}
