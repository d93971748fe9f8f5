import { type Flow, type FlowNode, FlowPartId, type FlowSection, FlowValue } from '@antiphon/contract/flow-parts';
import { FunctionCallId } from '@antiphon/contract/ids';
import * as z from 'zod';
import { isHeldBy } from './flow-values.rules.ts';

/** What a conversation rests at. `pending`: a node that is gone through once the visitor writes. */
const FlowOpen = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pending') }),
  z.object({ kind: z.literal('choices') }),
  z.object({ kind: z.literal('step'), turns: z.number() }),
  z.object({ kind: z.literal('collect'), tries: z.number() }),
  /** `left`: the fields that are asked for, one after the other; null while the form is shown whole. */
  z.object({ kind: z.literal('form'), left: z.array(FlowPartId).nullable(), tries: z.number() }),
  z.object({ kind: z.literal('call'), callId: FunctionCallId.nullable() }),
  z.object({ kind: z.literal('search') }),
  z.object({ kind: z.literal('wait'), until: z.number() }),
  z.object({ kind: z.literal('person') }),
  z.object({ kind: z.literal('end') }),
]);
export type FlowOpen = z.infer<typeof FlowOpen>;

/** Where a section goes back to. `open`: what it was called from in the middle, by its examples; null behind a jump. */
const FlowReturn = z.object({ node: FlowPartId, open: FlowOpen.nullable() });

export const STACK_MAX = 8;

/** Where a conversation is on the canvas. Times are milliseconds, and come with the events. */
const FlowState = z.object({
  v: z.literal(1),
  /** Of the agent, which the conversation keeps while something is open; null for a working copy. */
  version: z.number().nullable(),
  section: FlowPartId,
  node: FlowPartId,
  stack: z.array(FlowReturn).max(STACK_MAX),
  vars: z.record(z.string(), FlowValue),
  open: FlowOpen,
  /** Of the last event. */
  at: z.number(),
});
export type FlowState = z.infer<typeof FlowState>;

/** Null for one that is none, or of a release that is not known here: the conversation begins anew. */
export const readState = (stored: unknown): FlowState | null => FlowState.safeParse(stored).data ?? null;

export type Place = { section: FlowSection; node: FlowNode };

export function placeOf(flow: Flow, nodeId: string): Place | undefined {
  for (const section of flow.sections) {
    const node = section.nodes.find(({ id }) => id === nodeId);
    if (node) return { section, node };
  }
  return undefined;
}

export function startOf(section: FlowSection | undefined): Place | undefined {
  const node = section?.nodes.find(({ kind }) => kind === 'start');
  return section && node && { section, node };
}

/** Before anything was gone through. */
export function firstState(flow: Flow, version: number | null, at: number, vars: FlowState['vars'] = {}): FlowState {
  const first = startOf(flow.sections[0]);
  const [section, node] = [first?.section.id ?? 'none', first?.node.id ?? 'none'];
  return { v: 1, version, section, node, stack: [], vars, open: { kind: 'pending' }, at };
}

const KEPT_MS = 24 * 60 * 60_000;
const OPEN_KINDS: FlowOpen['kind'][] = ['call', 'wait', 'collect', 'form', 'person'];

/** Something is open, so that the version in which it was begun goes on; for a day. */
export const keepsVersion = ({ open, at, stack }: FlowState, now: number): boolean =>
  now - at < KEPT_MS &&
  (OPEN_KINDS.includes(open.kind) || stack.some((one) => OPEN_KINDS.includes(one.open?.kind ?? 'end')));

const RESTS_AT: Partial<Record<FlowOpen['kind'], FlowNode['kind']>> = {
  choices: 'message',
  step: 'step',
  collect: 'collect',
  form: 'form',
  call: 'function',
  search: 'knowledge',
  wait: 'wait',
};

/** To another version of the flow: by the node's id, else to the start. What its variables hold is kept where it fits. */
export function moveState(flow: Flow, state: FlowState, version: number | null): FlowState {
  const held = Object.entries(state.vars).filter(([name, value]) => {
    const variable = flow.variables.find((one) => one.name === name);
    return variable && isHeldBy(value, variable);
  });
  const vars = Object.fromEntries(held);
  const place = placeOf(flow, state.node);
  if (!place || !canRest(place.node, state.open)) return firstState(flow, version, state.at, vars);
  const stack = state.stack.filter(({ node, open }) => {
    const back = placeOf(flow, node)?.node;
    return back && (open === null ? back.kind === 'jump' : canRest(back, open));
  });
  return { ...state, version, section: place.section.id, stack, vars };
}

function canRest(node: FlowNode, open: FlowOpen): boolean {
  const kind = RESTS_AT[open.kind];
  if (kind && node.kind !== kind) return false;
  return open.kind !== 'choices' || (node.kind === 'message' && node.choices.length > 0);
}

/** When time itself moves it on; null where only people do. A call is over after its minutes, which its row knows. */
export const dueAt = ({ open }: FlowState): number | null => (open.kind === 'wait' ? open.until : null);

/** The version that a conversation keeps; null where it takes the published one. */
export function keptVersion(stored: unknown, now: number): number | null {
  const state = readState(stored);
  return state && keepsVersion(state, now) ? state.version : null;
}
