import type { HttpFunction } from '@antiphon/contract/functions';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { Page, PageHeader } from '../../../ui/page/page-header.tsx';
import { useMay } from '../../workspaces/use-workspace.ts';
import { BasicsSection } from './basics-section.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Editor, EditorContext, focusField } from './editor-context.ts';
import { type EditorState, edit, hasEdits } from './editor-state.ts';
import { FaultList } from './fault-list.tsx';
import { faultsToShow, findFaults } from './find-faults.ts';
import { FunctionActions } from './function-actions.tsx';
import { FunctionUses } from './function-uses.tsx';
import styles from './functions.module.css';
import { InputsSection } from './inputs-section.tsx';
import { RequestSection } from './request-section.tsx';
import { ResponseSection } from './response-section.tsx';
import { SentencesSection } from './sentences-section.tsx';
import { StateLine } from './state-line.tsx';
import { TryPanel } from './try-panel.tsx';
import { useFunctionSaving } from './use-function-saving.ts';

/** So long nothing is typed before what stands there is judged. */
const SETTLED_MS = 400;

interface FunctionEditorProps {
  start: EditorState;
  /** As the server has it now. */
  read?: HttpFunction;
  /** Above all of it. */
  notice?: ReactNode;
}

/** All of a function, with what is wrong with it, and its trial. Nothing of it is stored before it is saved. */
export function FunctionEditor({ start, read, notice }: FunctionEditorProps) {
  const t = useTexts('functions');
  useTexts('function-faults');
  const navigate = useNavigate();
  const mayWrite = useMay('agents.write');
  const [state, dispatch] = useReducer(edit, start);
  const [isTried, setTried] = useState(false);
  const [settled] = useDebouncedValue(state.draft, SETTLED_MS);
  const saving = useFunctionSaving(state, dispatch);
  useEffect(() => {
    if (read) dispatch({ type: 'read', read });
  }, [read]);
  const { base, draft, theirs } = state;
  const isDirty = hasEdits(state);
  const own = findFaults(settled);
  const faults = new Map([...own, ...saving.refused]);
  const shown = new Map([...faultsToShow(own, settled, base === null && !isTried), ...saving.refused]);
  const editor: Editor = {
    draft,
    mayWrite,
    change: (change) => dispatch({ type: 'changed', change }),
    faultAt: (path) => shown.get(path),
  };
  const save = async (): Promise<HttpFunction | null> => {
    setTried(true);
    const [first] = findFaults(draft).keys();
    if (first === undefined) return saving.save();
    focusField(first);
    return null;
  };
  const leave = () =>
    void navigate({ to: '/app/$region/integrations', params: { region: currentRegion() }, ignoreBlocker: true });
  return (
    <EditorContext value={editor}>
      <Page>
        <PageHeader
          title={draft.name || t('new')}
          description={<StateLine base={base} isDirty={isDirty} faultCount={faults.size} />}
          action={
            base && (
              <FunctionActions
                base={base}
                isDirty={isDirty}
                isFaulty={faults.size > 0}
                isSaving={saving.isSaving}
                onSave={save}
                onPublished={(saved) => dispatch({ type: 'read', read: saved })}
              />
            )
          }
        />
        {notice}
        <div className={styles.layout}>
          <div className={styles.column}>
            <fieldset className={styles.fieldset} disabled={!mayWrite}>
              <BasicsSection />
              <InputsSection />
              <RequestSection />
              <ResponseSection />
              <SentencesSection />
            </fieldset>
            {mayWrite && (
              <SaveBar
                isDirty={isDirty}
                isSaving={saving.isSaving}
                onSave={() => void save()}
                onDiscard={() => (base ? dispatch({ type: 'discarded' }) : leave())}
              />
            )}
          </div>
          <aside className={styles.aside}>
            {mayWrite && <FaultList faults={faults} />}
            {mayWrite && <TryPanel base={base} isDirty={isDirty} onSave={save} />}
            {base && <FunctionUses functionId={base.id} />}
          </aside>
        </div>
      </Page>
      {base && theirs && (
        <ConflictDialog
          state={{ base, draft, theirs }}
          onReload={() => dispatch({ type: 'tookTheirs' })}
          onKeep={() => {
            dispatch({ type: 'keptMine' });
            void saving.save(theirs);
          }}
          onClose={() => dispatch({ type: 'undecided' })}
        />
      )}
    </EditorContext>
  );
}
