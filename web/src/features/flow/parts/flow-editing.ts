import type { FlowFault, FlowFunction } from '@antiphon/contract/flow-check';
import type { Flow, FlowNode, FlowNodeKind, FlowSection } from '@antiphon/contract/flow-parts';
import { createContext, useContext } from 'react';
import type { Exit } from './flow-edits.ts';
import type { FlowDocument } from './flow-history.ts';

/** A function of the agent, with what it is called. */
export type NamedFunction = FlowFunction & { name: string };

/** All that the parts of the canvas share. */
export interface FlowEditing {
  flow: Flow;
  greeting: string;
  systemPrompt: string;
  /** The section that is open. */
  section: FlowSection;
  openSection: (id: string) => void;
  functions: readonly NamedFunction[];
  faults: readonly FlowFault[];
  /** Where the newest answer of the test chat went. */
  way: readonly { sectionId: string; nodeId: string }[];
  /** Whether nodes and lines may be changed; else at most what is said. */
  mayShape: boolean;
  mayWrite: boolean;
  /** The one node whose fields are shown. */
  chosen: FlowNode | null;
  choose: (ids: readonly string[]) => void;
  selected: readonly string[];
  /** `of` names what is changed: quick changes of the same are undone together. */
  change: (of: string, change: (document: FlowDocument & { flow: Flow }) => FlowDocument) => void;
  changeFlow: (of: string, change: (flow: Flow) => Flow) => void;
  changeNode: (node: FlowNode, field: string) => void;
  /** Adds a node and chooses it. */
  add: (kind: FlowNodeKind, behind?: Exit) => string;
  remove: (ids: readonly string[]) => void;
}

export const FlowEditingContext = createContext<FlowEditing | null>(null);

export function useFlowEditing(): FlowEditing {
  const value = useContext(FlowEditingContext);
  if (value === null) throw new Error('useFlowEditing outside of its provider.');
  return value;
}
