import type { Flow } from '@antiphon/contract/flow-parts';
import { useRef, useState } from 'react';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { type FlowDocument, NO_HISTORY, remember, stepAgain, stepBack } from './flow-history.ts';
import { PLAIN_FLOW } from './new-parts.ts';

/** The flow in the working copy, with undo. The first edit of a node or a line gives an agent a flow of its own. */
export function useFlowDocument() {
  const { settings, patch } = useWorkingCopy();
  const { flow, greeting, systemPrompt } = settings;
  const [history, setHistory] = useState(NO_HISTORY);
  const now: FlowDocument = { flow, greeting, systemPrompt };
  // Two changes within one render build upon each other.
  const latest = useRef({ document: now, history });
  latest.current = { document: now, history };
  const show = (document: FlowDocument, changed: typeof history) => {
    latest.current = { document, history: changed };
    setHistory(changed);
    patch(document);
  };
  const change = (of: string, make: (document: FlowDocument & { flow: Flow }) => FlowDocument) => {
    const { document: before, history: known } = latest.current;
    const made = make({ ...before, flow: before.flow ?? PLAIN_FLOW });
    // Other words alone are no flow of its own.
    const document = made.flow === PLAIN_FLOW ? { ...made, flow: before.flow } : made;
    show(document, remember(known, before, of, Date.now()));
  };
  const step = (way: typeof stepBack) => {
    const { document, history: known } = latest.current;
    const stepped = way(known, document);
    if (stepped) show(stepped.shown, stepped.history);
  };
  return {
    flow: flow ?? PLAIN_FLOW,
    greeting,
    systemPrompt,
    change,
    undo: () => step(stepBack),
    redo: () => step(stepAgain),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
