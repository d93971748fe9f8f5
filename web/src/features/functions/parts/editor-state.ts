import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { HttpFunction } from '@antiphon/contract/functions';
import { isSame } from '../../working-copy/edit-state.ts';

/** A function while a person edits it. */
export interface EditorState {
  /** As the server had it when the editing began; null where it was never saved. */
  base: HttpFunction | null;
  draft: FunctionDefinition;
  /** What somebody else saved meanwhile, until the person has chosen. */
  theirs: HttpFunction | null;
}

export type EditorAction =
  | { type: 'changed'; change: (draft: FunctionDefinition) => FunctionDefinition }
  | { type: 'discarded' }
  /** The server's copy after a save of `sent`; what was typed since then stays. */
  | { type: 'saved'; saved: HttpFunction; sent: FunctionDefinition }
  /** The server's copy as it was read again. It never touches unsaved edits. */
  | { type: 'read'; read: HttpFunction }
  | { type: 'conflicted'; theirs: HttpFunction }
  /** Theirs takes the place of everything. */
  | { type: 'tookTheirs' }
  /** What is saved now goes on top of theirs. */
  | { type: 'keptMine' }
  | { type: 'undecided' };

/** What a function is made of, without its state. */
export function definitionOf(given: HttpFunction): FunctionDefinition {
  const { name, description, examples, kind, inputs, request, response, tool, sentences } = given;
  return { name, description, examples, kind, inputs, request, response, tool, sentences };
}

export const startEditing = (base: HttpFunction): EditorState => ({ base, draft: definitionOf(base), theirs: null });

export const hasEdits = ({ base, draft }: EditorState): boolean => base === null || !isSame(definitionOf(base), draft);

export function edit(state: EditorState, action: EditorAction): EditorState {
  const { base, draft, theirs } = state;
  switch (action.type) {
    case 'changed':
      return { ...state, draft: action.change(draft) };
    case 'discarded':
      return base ? startEditing(base) : state;
    case 'saved':
      return { ...startEditing(action.saved), ...(isSame(draft, action.sent) ? {} : { draft }) };
    case 'read':
      return !base || hasEdits(state) || action.read.edition < base.edition ? state : startEditing(action.read);
    case 'conflicted':
      return { ...state, theirs: action.theirs };
    case 'tookTheirs':
      return theirs ? startEditing(theirs) : state;
    case 'keptMine':
      return theirs ? { base: theirs, draft, theirs: null } : state;
    case 'undecided':
      return { ...state, theirs: null };
  }
}

/** What a new function begins with. */
export const newDefinition = (name: string, method: FunctionDefinition['request']['method']): FunctionDefinition => ({
  name,
  description: '',
  examples: ['', '', ''],
  kind: method === 'GET' ? 'read' : 'effect',
  inputs: [],
  request: {
    method,
    origin: '',
    path: '/',
    query: [],
    headers: [],
    body: '',
    credentialId: null,
    timeoutSeconds: 10,
    honoursIdempotencyKey: false,
  },
  response: { outputs: [], success: null },
  tool: null,
  sentences: { proposal: '', button: '', waiting: '', success: '', failure: '' },
});
