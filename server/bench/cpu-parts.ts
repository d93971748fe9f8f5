import { Session } from 'node:inspector/promises';

/** Which part of the server a line of code belongs to: the first that matches, from the innermost frame outwards. */
const PARTS: [RegExp, string][] = [
  [/\/node_modules\/(pg|pg-pool|pg-protocol|pg-types|pgpass)\//, 'database driver'],
  [/\/node_modules\/drizzle-orm\//, 'query builder'],
  [/\/node_modules\/pg-boss\//, 'queue'],
  [
    /\/streams\/(join-processes|outgoing-texts)|\/adapters\/(nats|postgres-notify)\//,
    'streams: words to other processes',
  ],
  [/\/domain\/streams\//, 'streams: words to readers'],
  [/\/domain\/(documents|search)\/|tinyld/, 'search'],
  [/\/domain\/answers\//, 'prompt and citations'],
  [/\/domain\/(turns|conversations)\//, "the turn's own steps"],
  [/\/server\/bench\//, 'the paced model'],
  [/\/server\/src\/db\//, 'database driver'],
  [
    /\/(hono|@hono|@orpc|zod)\/|\/server\/src\/http\/|\/contract\/|node:internal\/deps\/undici/,
    'requests: HTTP and checks',
  ],
  [/\/server\/src\//, 'the rest of the server'],
];
/** Where no line of ours is on the stack. */
const NODE_PARTS: [RegExp, string][] = [
  [/node:_http_outgoing/, 'streams and answers: Node writes'],
  [/node:_http_|node:internal\/http/, 'requests: Node reads'],
];

type Node = { id: number; callFrame: { functionName: string; url: string }; children?: number[] };

/** Milliseconds of this thread by part while `work` runs; what it waits is left out. */
export async function cpuParts(work: () => Promise<void>): Promise<Map<string, number>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const parentOf = new Map<number, Node>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node as Node]));
  for (const node of nodes.values()) for (const child of node.children ?? []) parentOf.set(child, node);
  const parts = new Map<string, number>();
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const part = partOf(nodes.get(id), parentOf);
    if (part) parts.set(part, (parts.get(part) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1_000);
  }
  return parts;
}

function partOf(leaf: Node | undefined, parentOf: ReadonlyMap<number, Node>): string | null {
  if (leaf?.callFrame.functionName === '(idle)') return null;
  if (leaf?.callFrame.functionName === '(garbage collector)') return 'garbage collection';
  const urls: string[] = [];
  for (let node = leaf; node; node = parentOf.get(node.id)) urls.push(node.callFrame.url);
  const find = (rules: [RegExp, string][]) => {
    for (const url of urls) for (const [pattern, part] of rules) if (pattern.test(url)) return part;
  };
  return find(PARTS) ?? find(NODE_PARTS) ?? 'Node: timers, promises, sockets';
}
