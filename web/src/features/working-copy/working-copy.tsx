import type { Agent, AgentSettings } from '@antiphon/contract/agents';
import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useReducer } from 'react';
import { type EditState, edit, hasEdits, startEditing } from './edit-state.ts';
import { useSaving } from './parts/use-saving.ts';

// With the library that compares texts: few people ever meet it.
const ConflictDialog = lazy(async () => ({ default: (await import('./parts/conflict-dialog.tsx')).ConflictDialog }));

type Section = 'guardrails' | 'model' | 'knowledge' | 'handoff' | 'theme' | 'limits' | 'privacy' | 'voice';

export interface WorkingCopy {
  /** The agent as the server has it. */
  agent: Agent;
  /** The settings with what was typed. */
  settings: AgentSettings;
  isDirty: boolean;
  isSaving: boolean;
  mayWrite: boolean;
  /** By the path of the field, such as 'model.temperature'; filled once it was tried to save. */
  errors: Record<string, string>;
  patch: (part: Partial<AgentSettings>) => void;
  patchIn: <Name extends Section>(section: Name, part: Partial<AgentSettings[Name]>) => void;
  /** The saved agent, or null when it could not be saved; the reason is shown and nothing typed is lost. */
  save: () => Promise<Agent | null>;
  discard: () => void;
  /** Takes the server's copy in place of everything, as after a restore. */
  replace: (agent: Agent) => void;
}

const WorkingCopyContext = createContext<WorkingCopy | null>(null);

/** The one editor state of an agent: every tab reads and changes it. Mount it with the agent's id as its key. */
export function WorkingCopyProvider({ agent, children }: { agent: Agent; children: ReactNode }) {
  const [state, dispatch] = useReducer(edit, agent, startEditing);
  const saving = useSaving(agent.ID, state, dispatch);
  useEffect(() => dispatch({ type: 'read', agent }), [agent]);
  const value: WorkingCopy = {
    agent,
    settings: state.settings,
    isDirty: hasEdits(state),
    isSaving: saving.isSaving,
    mayWrite: agent.abilities.canWrite,
    errors: saving.errors,
    patch: (part) => dispatch({ type: 'changed', change: (old) => ({ ...old, ...part }) }),
    patchIn: (section, part) =>
      dispatch({ type: 'changed', change: (old) => ({ ...old, [section]: { ...old[section], ...part } }) }),
    save: () => saving.save(),
    discard: () => {
      saving.forgetErrors();
      dispatch({ type: 'discarded' });
    },
    replace: (other) => {
      saving.forgetErrors();
      dispatch({ type: 'replaced', agent: other });
    },
  };
  return (
    <WorkingCopyContext value={value}>
      {children}
      <Conflict
        state={state}
        onReload={value.replace}
        onKeep={(theirs) => {
          dispatch({ type: 'keptMine' });
          void saving.save(theirs.draftRevision);
        }}
        onClose={() => dispatch({ type: 'undecided' })}
      />
    </WorkingCopyContext>
  );
}

interface ConflictProps {
  state: EditState;
  onReload: (agent: Agent) => void;
  onKeep: (theirs: Agent) => void;
  onClose: () => void;
}

function Conflict({ state, onReload, onKeep, onClose }: ConflictProps) {
  const { theirs, base, settings } = state;
  if (theirs === null) return null;
  return (
    <Suspense>
      <ConflictDialog
        theirs={theirs}
        base={base}
        mine={settings}
        onReload={() => onReload(theirs)}
        onKeep={() => onKeep(theirs)}
        onClose={onClose}
      />
    </Suspense>
  );
}

export function useWorkingCopy(): WorkingCopy {
  const value = useContext(WorkingCopyContext);
  if (value === null) throw new Error('useWorkingCopy outside of its provider.');
  return value;
}
