import type { HostProblem } from '@antiphon/contract/agency-hosts';
import type { CheckedRecord } from '@antiphon/contract/dns-records';
import { checkCaa } from '../dns/check-caa.ts';
import { checkRecords } from '../dns/check-records.ts';
import type { CheckDeps } from './custom-domains.ports.ts';
import type { HostRow } from './custom-domains.queries.ts';
import type { Looked } from './host-states.rules.ts';
import { domainToken, wantedRecords } from './wanted-records.rules.ts';
import type { EdgeWatch } from './watch-edge.ts';

export type HostLook = Omit<Looked, 'isPaid'> & {
  /** Null where https alone was looked at. */
  checked: CheckedRecord[] | null;
};

type LookDeps = CheckDeps & { isEdgeWorking: EdgeWatch };

/**
 * One look from outside; null where it would blame a host for an outage of ours. Https is asked where the host is to answer by it;
 * `mayOrder` is called before, where a certificate may have to be ordered for the answer.
 */
export async function lookAtHost(
  deps: LookDeps,
  row: HostRow,
  mayOrder: () => Promise<void>,
): Promise<HostLook | null> {
  const { host, state } = row;
  const token = domainToken(deps.secretKey, row.workspaceUid, host);
  const probe = () => deps.hostProbe.probe(host, token);
  if (state === 'live' || state === 'failing') {
    const answer = await probe();
    if (answer === 'right') return { records: null, probe: answer, checked: null };
    if (!(await deps.isEdgeWorking())) return null;
    return { ...(await lookAtRecords(deps, host, token)), probe: answer };
  }
  const found = await lookAtRecords(deps, host, token);
  if (state !== 'issuing' || found.records.state !== 'right') return { ...found, probe: null };
  await mayOrder();
  return { ...found, probe: await probe() };
}

type Found = { records: NonNullable<Looked['records']>; checked: CheckedRecord[] };

async function lookAtRecords(deps: CheckDeps, host: string, token: string): Promise<Found> {
  const { dnsLook, edge } = deps;
  const [checked, caa] = await Promise.all([
    checkRecords(dnsLook, wantedRecords(host, token, edge)),
    checkCaa(dnsLook, host, edge.issuers),
  ]);
  const are = (...states: CheckedRecord['state'][]) => checked.some(({ state }) => states.includes(state));
  const found = (state: Found['records']['state'], problem: HostProblem | null = null): Found => ({
    records: { state, problem },
    checked,
  });
  if (are('wrong', 'missing')) return found('wrong', { code: 'records', params: {} });
  if (are('unknown')) return found('unknown', { code: 'no_answer', params: {} });
  if (caa.state === 'wrong') return found('wrong', { code: 'caa', params: caa.why?.params ?? {} });
  return caa.state === 'unknown' ? found('unknown', { code: 'no_answer', params: {} }) : found('right');
}
