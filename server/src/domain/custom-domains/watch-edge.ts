import type { HostProbe } from '../dns/dns.ports.ts';
import type { DomainFacts } from './custom-domains.ports.ts';

const KEPT_MS = 30_000;

/** Whether what stands before our hosts answers. One answer serves every host that is looked at meanwhile. */
export type EdgeWatch = () => Promise<boolean>;

/**
 * Asks the name to which domains of agencies lead, as they are asked. Nobody has it, so that any answer of ours will do; one of a proxy
 * that does not reach us is none.
 */
export function watchEdge(deps: { hostProbe: HostProbe } & Pick<DomainFacts, 'edge' | 'publicUrl'>): EdgeWatch {
  const host = deps.edge.host || (deps.publicUrl && new URL(deps.publicUrl).hostname);
  let kept: { isWorking: Promise<boolean>; until: number } | undefined;
  const ask = async (name: string) => {
    const answer = await deps.hostProbe.probe(name, '');
    return answer === 'right' || answer === 'other';
  };
  return () => {
    if (!host) return Promise.resolve(true);
    if (kept === undefined || kept.until <= performance.now())
      kept = { isWorking: ask(host), until: performance.now() + KEPT_MS };
    return kept.isWorking;
  };
}
