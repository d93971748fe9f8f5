import type { CustomDomainOffer } from '@antiphon/contract/agency-hosts';
import type { UserId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { DomainFacts } from './custom-domains.ports.ts';
import { findPlan } from './custom-domains.system.queries.ts';

type Installation = Pick<DomainFacts, 'rootDomain' | 'publicUrl' | 'edge'>;

/** On one's own machine names below `localhost` lead here without any records. */
export const isAtHome = ({ rootDomain, publicUrl }: Installation): boolean =>
  publicUrl === null && rootDomain === 'localhost';

/** Has the installation an address, by https, and a way in for domains that are not its own? */
export function isOffered(installation: Installation): boolean {
  const { publicUrl, edge } = installation;
  if (isAtHome(installation)) return true;
  return (publicUrl?.startsWith('https:') ?? false) && (edge.host !== '' || edge.addresses.length > 0);
}

type PlanDeps = Pick<DomainFacts, 'database' | 'systemScope'>;

/** Owners belong to no tenant. Within the caller's transaction. */
export async function readPlan(
  { database, systemScope }: PlanDeps,
  tx: Tx,
  { workspaceUid }: Scope,
): Promise<{ ownerUserId: UserId | null; isPaid: boolean }> {
  const found = await database.within(tx, systemScope, () => findPlan(tx, systemScope, workspaceUid));
  return found ?? { ownerUserId: null, isPaid: false };
}

/** A white-label trial counts as a paid plan. */
export async function findOffer(deps: Installation & PlanDeps, tx: Tx, scope: Scope): Promise<CustomDomainOffer> {
  if (!isOffered(deps)) return 'not_offered';
  return (await readPlan(deps, tx, scope)).isPaid ? 'yes' : 'needs_plan';
}
