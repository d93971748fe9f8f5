import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, type Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { claimForRegion } from '../agency-hosts/claim-for-region.ts';
import { endReminder, noteMissing } from '../dns-reminders/keep-reminder.ts';
import type { DomainBecame } from '../email/email.ports.ts';
import type { CheckDeps } from './custom-domains.ports.ts';
import { deleteLeasedHost, type HostRow, updateLeasedHost } from './custom-domains.queries.ts';
import { readPlan } from './find-offer.ts';
import { type AfterLook, afterLook, waitMs } from './host-states.rules.ts';
import { type HostLook, lookAtHost } from './look-at-host.ts';
import { tellOfLoss, tellOwner } from './tell-owner.ts';
import type { EdgeWatch } from './watch-edge.ts';

const POSTPONED_MS = 5 * 60_000;

/**
 * One look at a host that is leased, and what becomes of it. What nobody could be asked about changes nothing. `signal` aborts where
 * another took over.
 */
export async function checkHost(
  deps: CheckDeps & { isEdgeWorking: EdgeWatch },
  scope: Scope,
  row: HostRow,
  lease: Lease,
  signal: AbortSignal,
) {
  const { database } = deps;
  const now = (deps.now ?? (() => new Date()))();
  const held = { host: row.host, lease };
  const plan = await database.transaction(scope, (tx) => readPlan(deps, tx, scope));
  const looked = await lookAtHost(deps, row, async () => {
    await database.transaction(scope, (tx) => updateLeasedHost(tx, scope, held, { goodAt: now }));
  });
  if (looked === null) return postpone(deps, scope, held, now);
  const found = afterLook(row, { ...looked, isPaid: plan.isPaid }, now);
  // Served for the first time: what another region has by now is not.
  const isOurs = found.state !== 'issuing' || row.state !== 'unverified' || (await isStillOurs(deps, row.host));
  signal.throwIfAborted();
  const lost = isOurs ? (found.isGone ? ('expired' as const) : null) : ('displaced' as const);
  await database.transaction(scope, async (tx) => {
    if (lost === null) return store(deps, tx, scope, { row, lease, found, looked, now, ...plan });
    if (!(await deleteLeasedHost(tx, scope, held))) return;
    await tellOfLoss(deps, tx, scope, row, { ...plan, became: lost });
  });
}

/** Our own edge is down: how the host is nobody can tell, and whoever runs the edge is to know. */
async function postpone({ database, log }: CheckDeps, scope: Scope, held: { host: string; lease: Lease }, now: Date) {
  log.error({ host: held.host }, 'our own edge does not answer; hosts that cannot be asked stay what they were');
  const nextCheckAt = new Date(now.getTime() + POSTPONED_MS);
  await database.transaction(scope, (tx) => updateLeasedHost(tx, scope, held, { nextCheckAt, ...GIVEN_BACK }));
}

/** Throws where the directory cannot be asked: the lease ends by itself, and the host is looked at again. */
const isStillOurs = ({ claims }: CheckDeps, host: string) => claimForRegion(claims, host);

type Stored = { row: HostRow; lease: Lease; found: AfterLook; looked: HostLook; now: Date } & Awaited<
  ReturnType<typeof readPlan>
>;

async function store(deps: CheckDeps, tx: Tx, scope: Scope, stored: Stored): Promise<void> {
  const { row, lease, found, looked, now, ownerUserId } = stored;
  const { isGood, isGone: _gone, ...change } = found;
  const { host } = row;
  const isWatched = row.watchedUntil !== null && row.watchedUntil > now;
  const wait = waitMs(found, isWatched, now);
  const isHeld = await updateLeasedHost(
    tx,
    scope,
    { host, lease },
    {
      ...change,
      ...(looked.checked ? { records: looked.checked } : {}),
      ...(isGood ? { goodAt: now } : {}),
      ...(found.state === 'live' && row.verifiedAt === null ? { verifiedAt: now } : {}),
      ...{ checkedAt: now, nextCheckAt: wait === null ? null : new Date(now.getTime() + wait), ...GIVEN_BACK },
    },
  );
  if (!isHeld) return;
  const about = { purpose: 'custom', domain: host } as const;
  if (found.state !== 'unverified') await endReminder(tx, scope, about);
  else if (looked.checked?.every(({ state }) => state !== 'unknown'))
    await noteMissing(tx, scope, about, looked.checked);
  const became = newsOf(row, found);
  if (became) await tellOwner(deps, tx, scope, { ownerUserId, domain: host, became });
}

/** What is worth a mail: the first time that it is live, and each time that something is the matter. */
function newsOf(row: HostRow, { state, problem }: AfterLook): DomainBecame | null {
  if (state === row.state) return null;
  if (state === 'live') return row.verifiedAt === null ? 'live' : null;
  if (state === 'failing') return 'failing';
  if (state !== 'suspended') return null;
  return problem?.code === 'no_plan' ? 'unpaid' : 'suspended';
}
