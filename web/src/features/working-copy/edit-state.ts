import type { Agent, AgentSettings } from '@antiphon/contract/agents';

/** The working copy while a person edits it. `base` is what the server had when the editing began. */
export interface EditState {
  base: AgentSettings;
  baseRevision: number;
  settings: AgentSettings;
  /** What somebody else saved meanwhile, until the person has chosen. */
  theirs: Agent | null;
}

export type EditAction =
  | { type: 'changed'; change: (settings: AgentSettings) => AgentSettings }
  | { type: 'discarded' }
  /** The server's copy after a save of `sent`; what was typed since then stays. */
  | { type: 'saved'; agent: Agent; sent: AgentSettings }
  /** The server's copy as it was read again. It never touches unsaved edits. */
  | { type: 'read'; agent: Agent }
  /** The server's copy takes the place of everything, as after a restore. */
  | { type: 'replaced'; agent: Agent }
  | { type: 'conflicted'; theirs: Agent }
  | { type: 'keptMine' }
  /** Nothing was chosen: the next save asks again. */
  | { type: 'undecided' };

export const startEditing = (agent: Agent): EditState => ({
  base: agent.settings,
  baseRevision: agent.draftRevision,
  settings: agent.settings,
  theirs: null,
});

/** Keys are sorted: two documents with the same content are the same however they were written. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

export const isSame = (one: unknown, other: unknown) => one === other || canonical(one) === canonical(other);

export const hasEdits = ({ base, settings }: EditState) => !isSame(base, settings);

export function edit(state: EditState, action: EditAction): EditState {
  switch (action.type) {
    case 'changed':
      return { ...state, settings: action.change(state.settings) };
    case 'discarded':
      return { ...state, settings: state.base };
    case 'saved': {
      const { settings: base, draftRevision } = action.agent;
      const isUntouched = isSame(state.settings, action.sent);
      return { base, baseRevision: draftRevision, settings: isUntouched ? base : state.settings, theirs: null };
    }
    case 'read':
      if (action.agent.draftRevision <= state.baseRevision || hasEdits(state)) return state;
      return startEditing(action.agent);
    case 'replaced':
      return startEditing(action.agent);
    case 'conflicted':
      return { ...state, theirs: action.theirs };
    case 'undecided':
      return { ...state, theirs: null };
    case 'keptMine':
      // Their copy becomes the base: what is saved now goes on top of it.
      if (state.theirs === null) return state;
      return { ...state, base: state.theirs.settings, baseRevision: state.theirs.draftRevision, theirs: null };
  }
}
