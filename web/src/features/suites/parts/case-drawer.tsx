import type { ConversationId, SuiteCaseId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { Button, Checkbox, Drawer, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { useMay } from '../../workspaces/use-workspace.ts';
import { AnswerFields } from './answer-fields.tsx';
import { type CaseDraft, draftOf, findProblems, newTurn, toFields } from './case-draft.ts';
import styles from './suites.module.css';
import { TurnFields } from './turn-fields.tsx';

interface CaseDrawerProps {
  agentId: string;
  wanted: string;
  /** The conversation that a new one is made of. */
  of: string | undefined;
  onClose: () => void;
}

/** One test: what the visitor says, and what must be so of each answer. */
export function CaseDrawer({ agentId, wanted, of, onClose }: CaseDrawerProps) {
  const t = useTexts('suites');
  const isNew = wanted === 'new';
  const found = useQuery({
    ...query.suites.getCase.queryOptions({ input: { id: agentId, caseId: wanted as SuiteCaseId } }),
    enabled: !isNew,
    refetchOnWindowFocus: false,
  });
  const proposed = useQuery({
    ...query.suites.proposeCase.queryOptions({ input: { conversationId: of as ConversationId } }),
    enabled: isNew && of !== undefined,
    refetchOnWindowFocus: false,
  });
  const failed = [found, proposed].find(({ isError }) => isError);
  const isReady = isNew ? of === undefined || proposed.data : found.data;
  return (
    <Drawer opened onClose={onClose} title={t(isNew ? 'add' : 'edit')} size={640}>
      {failed && (
        <LoadFailure
          title={t('case.loadFailed')}
          problem={toProblem(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && !isReady && <FormSkeleton />}
      {isReady && (
        <CaseForm
          agentId={agentId}
          draft={draftOf(found.data ?? proposed.data ?? null)}
          saved={found.data ?? null}
          isProposed={of !== undefined}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}

interface CaseFormProps {
  agentId: string;
  draft: CaseDraft;
  saved: { id: SuiteCaseId; edition: number } | null;
  isProposed: boolean;
  onClose: () => void;
}

function CaseForm({ agentId: id, draft: first, saved, isProposed, onClose }: CaseFormProps) {
  const t = useTexts('suites');
  const tUi = useTexts('ui');
  const mayWrite = useMay('agents.write');
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const problems = findProblems(draft);
  const shown = isTried ? problems : {};
  const change = (part: Partial<CaseDraft>) => setDraft((old) => ({ ...old, ...part }));
  const saving = useMutation({
    mutationFn: () => {
      const input = { id, ...toFields(draft) };
      return saved
        ? api.suites.updateCase({ ...input, caseId: saved.id, edition: saved.edition })
        : api.suites.createCase(input);
    },
    meta: { success: t('case.saved'), isFailureShown: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: query.suites.key() });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0) saving.mutate();
  };
  const problem = saving.isError ? toProblem(saving.error) : null;
  const { turns } = draft;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {isProposed && <p className={styles.muted}>{t('case.proposed')}</p>}
      <TextInput
        label={t('case.title')}
        placeholder={t('case.titlePlaceholder')}
        maxLength={limits.suiteTitleCharsMax}
        data-autofocus={saved ? undefined : true}
        value={draft.title}
        error={shown.title && t(`problem.${shown.title}`)}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <ol className={styles.turns}>
        {turns.map((turn, at) => (
          <TurnFields
            key={turn.key}
            agentId={id}
            number={at + 1}
            turn={turn}
            problems={shown}
            onChange={(changed) => change({ turns: turns.map((one) => (one.key === turn.key ? changed : one)) })}
            onRemove={turns.length > 1 ? () => change({ turns: turns.filter(({ key }) => key !== turn.key) }) : null}
          />
        ))}
      </ol>
      {turns.length < limits.suiteTurnsMax && (
        <div className={styles.rowActions}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => change({ turns: [...turns, newTurn()] })}
          >
            {t('case.addTurn')}
          </Button>
        </div>
      )}
      <AnswerFields answers={draft.answers} onChange={(answers) => change({ answers })} />
      <Checkbox
        label={t('case.must')}
        description={t('case.mustHint')}
        checked={draft.isMust}
        onChange={(event) => change({ isMust: event.currentTarget.checked })}
      />
      {problem && (
        <LoadFailure
          title={t('case.failed')}
          problem={{ ...problem, message: `${problem.message} ${t('case.kept')}` }}
        />
      )}
      <div className={styles.actions}>
        {saved && mayWrite && <DeleteCase agentId={id} caseId={saved.id} title={first.title} onDeleted={onClose} />}
        <Button variant="default" onClick={onClose}>
          {tUi('cancel')}
        </Button>
        {mayWrite && (
          <Button type="submit" loading={saving.isPending}>
            {problem ? tUi('retry') : tUi('save')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface DeleteCaseProps {
  agentId: string;
  caseId: SuiteCaseId;
  title: string;
  onDeleted: () => void;
}

function DeleteCase({ agentId: id, caseId, title, onDeleted }: DeleteCaseProps) {
  const t = useTexts('suites');
  const queryClient = useQueryClient();
  const [isAsking, dialog] = useDisclosure(false);
  const deleting = useMutation({
    mutationFn: () => api.suites.deleteCase({ id, caseId }),
    meta: { success: t('delete.done'), failure: t('delete.failed') },
    onSuccess: async () => {
      onDeleted();
      await queryClient.invalidateQueries({ queryKey: query.suites.key() });
    },
  });
  return (
    <>
      <Button variant="default" c="var(--ui-bad)" className={styles.delete} onClick={dialog.open}>
        {t('delete.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('delete.title', { title })}
        confirmLabel={t('delete.action')}
        onConfirm={() => deleting.mutate()}
        isPending={deleting.isPending}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  );
}
