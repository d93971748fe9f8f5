import type { FunctionTrial, HttpFunction, TrialMode } from '@antiphon/contract/functions';
import { Button, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { type Say, useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import { useEditor } from './editor-context.ts';
import { sayFault } from './find-faults.ts';
import styles from './trial.module.css';
import { TrialResult } from './trial-result.tsx';
import { TrialValues } from './trial-values.tsx';

interface TryPanelProps {
  base: HttpFunction | null;
  isDirty: boolean;
  onSave: () => Promise<HttpFunction | null>;
}

/** Shows what a function would send, or sends it once. What is tried is what is saved: changes are saved first. */
export function TryPanel({ base, isDirty, onSave }: TryPanelProps) {
  const t = useTexts('function-trial');
  return (
    <section className={styles.panel} aria-labelledby="function-trial" data-try>
      <h2 id="function-trial" className={styles.title}>
        {t('title')}
      </h2>
      {base ? <Trial base={base} isDirty={isDirty} onSave={onSave} /> : <p className={styles.hint}>{t('unsaved')}</p>}
    </section>
  );
}

function Trial({ base, isDirty, onSave }: TryPanelProps & { base: HttpFunction }) {
  const t = useTexts('function-trial');
  const { uid } = useWorkspace();
  const { draft } = useEditor();
  const maySend = useMay('agents.publish');
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Record<string, string>>({});
  const [isAsking, asking] = useDisclosure(false);
  const trial = useMutation({
    mutationFn: async (mode: TrialMode) => {
      const saved = isDirty ? await onSave() : base;
      if (!saved) return null;
      const given = givenTo(saved, values);
      return { of: saved, given, trial: await api.functions.try({ uid, functionId: saved.id, mode, values: given }) };
    },
    meta: { isFailureShown: true },
    // It was used now.
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.callCredentials.list.key() }),
  });
  const problem = trial.isError ? toProblem(trial.error) : null;
  const faults = new Map(
    (problem?.issues ?? []).map(({ path, message }) => [path.replace(/^values\./, ''), sayFault(message)]),
  );
  const isAtValues =
    faults.size > 0 && [...faults.keys()].every((name) => draft.inputs.some((one) => one.name === name));
  const send = () => (draft.kind === 'effect' ? asking.open() : trial.mutate('send'));
  return (
    <>
      <p className={styles.hint}>{t('text')}</p>
      <TrialValues
        values={values}
        faults={faults}
        onChange={(name, value) => setValues({ ...values, [name]: value })}
      />
      <div className={styles.buttons}>
        <Button
          variant="default"
          loading={trial.isPending && trial.variables === 'preview'}
          disabled={trial.isPending}
          onClick={() => trial.mutate('preview')}
        >
          {isDirty ? t('saveAndPreview') : t('preview')}
        </Button>
        {maySend && (
          <Button
            leftSection={<IconSend size={16} stroke={1.5} aria-hidden="true" className="mirrored" />}
            loading={trial.isPending && trial.variables === 'send'}
            disabled={trial.isPending}
            onClick={send}
            data-send
          >
            {isDirty ? t('saveAndSend') : t('send')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{maySend ? t('previewHint') : t('mayNotSend')}</p>
      <VisuallyHidden role="status">{trial.data && outcomeOf(trial.data.trial, t)}</VisuallyHidden>
      {trial.data && <TrialResult {...trial.data} wasSent={trial.variables === 'send'} />}
      {problem && !isAtValues && (
        <LoadFailure
          title={t('failed')}
          problem={{ ...problem, message: faults.get('values') ?? faults.get('') ?? sayFault(problem.message) }}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title={t('confirm.title')}
        confirmLabel={isDirty ? t('saveAndSend') : t('send')}
        isDangerous={false}
        onConfirm={() => {
          asking.close();
          trial.mutate('send');
        }}
      >
        {t('confirm.text')}
      </ConfirmDialog>
    </>
  );
}

/** What came of it, in few words: all of it stands below. */
function outcomeOf({ answer, failure }: FunctionTrial, t: Say<'function-trial'>): string {
  if (failure) return t(`failures.${failure.reason}`);
  return answer ? t('answer.status', { status: answer.status }) : t('request.previewed');
}

/** Of what was entered, what the function asks for. */
const givenTo = ({ inputs }: HttpFunction, values: Record<string, string>) =>
  Object.fromEntries(
    inputs.flatMap(({ name, source }) => (source === 'fixed' || !values[name] ? [] : [[name, values[name]]])),
  );
