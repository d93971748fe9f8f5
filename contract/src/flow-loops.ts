import type { Flow, FlowNode, FlowSection } from './flow-parts.ts';
import { isWaiting, nodeBehind, portsOf } from './flow-ports.ts';

type Place = { section: FlowSection; node: FlowNode };

/** One node of each way round on which a conversation would never rest, and so never let the visitor speak. */
export function findLoops(flow: Flow): Place[] {
  const loops: Place[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const walk = (place: Place) => {
    const { node } = place;
    if (isWaiting(node) || state.get(node.id) === 'done') return;
    if (state.get(node.id) === 'open') return void loops.push(place);
    state.set(node.id, 'open');
    for (const next of placesAfter(flow, place)) walk(next);
    state.set(node.id, 'done');
  };
  for (const section of flow.sections) for (const node of section.nodes) walk({ section, node });
  return loops;
}

function placesAfter(flow: Flow, { section, node }: Place): Place[] {
  if (node.kind !== 'jump') return behind(section, node);
  const target = flow.sections.find(({ id }) => id === node.sectionId);
  if (!target) return [];
  const back = node.returns && canPass(flow, target, new Set()) ? behind(section, node) : [];
  return [...startOf(target), ...back];
}

const behind = (section: FlowSection, node: FlowNode): Place[] =>
  portsOf(node).flatMap((port) => {
    const next = nodeBehind(section, node.id, port);
    return next ? [{ section, node: next }] : [];
  });

const startOf = (section: FlowSection): Place[] =>
  section.nodes.filter(({ kind }) => kind === 'start').map((node) => ({ section, node }));

/** Whether a section can be gone through without a rest: then whoever jumped there is back at once. */
function canPass(flow: Flow, section: FlowSection, within: Set<string>): boolean {
  if (within.has(section.id)) return false;
  const inside = new Set(within).add(section.id);
  const seen = new Set<string>();
  const open = startOf(section);
  for (let place = open.pop(); place; place = open.pop()) {
    const { node } = place;
    if (node.kind === 'end') return true;
    if (seen.has(node.id) || isWaiting(node)) continue;
    seen.add(node.id);
    if (node.kind === 'jump') {
      const target = flow.sections.find(({ id }) => id === node.sectionId);
      if (!target || !node.returns || !canPass(flow, target, inside)) continue;
    }
    open.push(...behind(place.section, node));
  }
  return false;
}
