import type { Flow } from '@antiphon/contract/flow-parts';

/** All that is edited on a canvas: the flow, and the two texts that it shares with the prompt. */
export interface FlowDocument {
  /** Null: the agent has none of its own yet. */
  flow: Flow | null;
  greeting: string;
  systemPrompt: string;
}

export interface FlowHistory {
  past: FlowDocument[];
  future: FlowDocument[];
  /** What the last change was of, and when: the next of the same soon after it is part of it. */
  last: { of: string; atMs: number } | null;
}

const UNDO_MAX = 100;
/** Keys pressed one after the other are one change. */
const BURST_MS = 1_000;

export const NO_HISTORY: FlowHistory = { past: [], future: [], last: null };

/** `before` is what stood there before a change of `of`, such as one field of one node. */
export function remember(history: FlowHistory, before: FlowDocument, of: string, nowMs: number): FlowHistory {
  const { past, last } = history;
  const isBurst = last?.of === of && of !== '' && nowMs - last.atMs < BURST_MS && past.length > 0;
  return {
    past: isBurst ? past : [...past, before].slice(-UNDO_MAX),
    future: [],
    last: { of, atMs: nowMs },
  };
}

export function stepBack(
  { past, future }: FlowHistory,
  now: FlowDocument,
): { history: FlowHistory; shown: FlowDocument } | null {
  const shown = past.at(-1);
  return shown ? { history: { past: past.slice(0, -1), future: [...future, now], last: null }, shown } : null;
}

export function stepAgain(
  { past, future }: FlowHistory,
  now: FlowDocument,
): { history: FlowHistory; shown: FlowDocument } | null {
  const shown = future.at(-1);
  return shown ? { history: { past: [...past, now], future: future.slice(0, -1), last: null }, shown } : null;
}
