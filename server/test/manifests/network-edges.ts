import { type Labels, type Manifest, matches, type Peer, podsOf, type Rule } from './manifest.ts';

const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];

/** Who speaks with whom, at which port, one line each: `edge > web 3000`. `half`: what one side allows and the other does not. */
export function networkEdges(manifests: Manifest[]): { edges: string[]; half: string[] } {
  const parts = podsOf(manifests).map(({ pod }) => ({
    part: pod.metadata.labels.part ?? '',
    labels: pod.metadata.labels,
  }));
  const sent = new Set<string>();
  const taken = new Set<string>();
  for (const { kind, spec } of manifests) {
    if (kind !== 'NetworkPolicy') continue;
    for (const { part, labels } of parts) {
      if (!matches(spec.podSelector, labels)) continue;
      for (const rule of spec.egress ?? [])
        for (const line of linesOf(rule, rule.to, parts)) sent.add(`${part} > ${line}`);
      for (const rule of spec.ingress ?? [])
        for (const line of linesOf(rule, rule.from, parts)) {
          const [peer = '', port = ''] = line.split(/ (?=\S+$)/);
          taken.add(`${peer} > ${part} ${port}`);
        }
    }
  }
  const names = new Set(parts.map(({ part }) => part));
  /** Both ends are pods of ours: both sides have to allow it. */
  const isWithin = (line: string) => {
    const [from = '', to = ''] = line.split(/ > | (?=\S+$)/);
    return names.has(from) && names.has(to);
  };
  const all = [...new Set([...sent, ...taken])].toSorted();
  return {
    edges: all.filter((line) => !isWithin(line) || (sent.has(line) && taken.has(line))),
    half: all.filter((line) => isWithin(line) && !(sent.has(line) && taken.has(line))),
  };
}

function linesOf(rule: Rule, peers: Peer[] | undefined, parts: { part: string; labels: Labels }[]): string[] {
  const names = peers ? peers.flatMap((peer) => namesOf(peer, parts)) : ['anybody'];
  const ports = rule.ports?.map(({ protocol, port }) => (protocol === 'TCP' ? `${port}` : `${port}/udp`)) ?? ['any'];
  return names.flatMap((name) => ports.map((port) => `${name} ${port}`));
}

function namesOf({ podSelector, namespaceSelector, ipBlock }: Peer, parts: { part: string; labels: Labels }[]) {
  if (namespaceSelector) {
    const space = namespaceSelector.matchLabels?.['kubernetes.io/metadata.name'] ?? 'any namespace';
    return [podSelector ? `${podSelector.matchLabels?.['k8s-app']} of ${space}` : space];
  }
  if (podSelector) return parts.filter(({ labels }) => matches(podSelector, labels)).map(({ part }) => part);
  const { cidr = '', except = [] } = ipBlock ?? {};
  if (cidr !== '0.0.0.0/0') return [cidr];
  if (except.length === 0) return ['anybody'];
  return PRIVATE.every((one) => except.includes(one)) ? ['public addresses'] : ['some inner addresses'];
}

/** The lines of a table of `docs/scale-out.md`: `| web, worker | files | 9000 |`. */
export const edgesOfTable = (table: string): string[] =>
  [...table.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)]
    .filter(([, from]) => from !== 'from' && from !== '---')
    .flatMap(([, from = '', to = '', ports = '']) =>
      from
        .split(', ')
        .flatMap((one) =>
          to.split(', ').flatMap((other) => ports.split(', ').map((port) => `${one} > ${other} ${port}`)),
        ),
    )
    .toSorted();
