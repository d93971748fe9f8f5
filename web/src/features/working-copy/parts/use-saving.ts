import type { Agent, AgentSettings } from '@antiphon/contract/agents';
import type { Issue } from '@antiphon/contract/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useRef, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { say, useTexts } from '../../../texts/texts.ts';
import { hideFailure, showFailure } from '../../../ui/states/toasts.tsx';
import { nameField } from '../describe-changes.ts';
import type { EditAction, EditState } from '../edit-state.ts';
import { settingsErrors } from '../settings-errors.ts';

/** Saves the working copy. A save by somebody else in between is shown as a conflict, never written over. */
export function useSaving(id: string, state: EditState, dispatch: Dispatch<EditAction>) {
  const t = useTexts('working-copy');
  const queryClient = useQueryClient();
  const [hasTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const shownFailure = useRef('');
  const latest = useRef<() => Promise<Agent | null>>(async () => null);
  const saving = useMutation({
    meta: { isFailureShown: true },
    mutationFn: (sent: { settings: AgentSettings; draftRevision: number }) => api.agents.update({ id, ...sent }),
    onSuccess: async (agent, sent) => {
      dispatch({ type: 'saved', agent, sent: sent.settings });
      setTried(false);
      hideFailure(t('notSaved'));
      hideFailure(shownFailure.current);
      queryClient.setQueryData(query.agents.get.queryKey({ input: { id } }), agent);
      await queryClient.invalidateQueries({ queryKey: query.agents.list.key() });
    },
    onError: async (error) => {
      const problem = toProblem(error);
      setRefused(byField(problem.issues));
      if (problem.code === 'conflict') {
        const theirs = await api.agents.get({ id }).catch(() => null);
        if (theirs !== null) return dispatch({ type: 'conflicted', theirs });
      }
      if (problem.status === 401) return;
      shownFailure.current = t('saveFailed', { error: problem.message });
      showFailure({
        title: shownFailure.current,
        problem: { message: t('kept'), requestId: problem.requestId },
        onRetry: () => void latest.current(),
      });
    },
  });
  const save = async (draftRevision = state.baseRevision) => {
    setRefused({});
    const errors = settingsErrors(state.settings);
    if (Object.keys(errors).length > 0) {
      setTried(true);
      showFailure({ title: t('notSaved'), problem: { message: listErrors(errors), requestId: null } });
      return null;
    }
    const sent = { settings: state.settings, draftRevision };
    return saving.mutateAsync(sent).catch(() => null);
  };
  latest.current = save;
  return {
    save,
    isSaving: saving.isPending,
    errors: { ...refused, ...(hasTried ? settingsErrors(state.settings) : {}) },
    forgetErrors() {
      setTried(false);
      setRefused({});
    },
  };
}

const byField = (issues: Issue[]) =>
  Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^settings\./, ''), message]));

/** The fields may stand on another tab than the one that is open: each is named with its place. */
function listErrors(errors: Record<string, string>): string {
  return Object.entries(errors)
    .map(([path, message]) => {
      const field = nameField(path) ?? nameField(path.replace(/\.\d+.*$/, ''));
      return field === undefined ? message : say('working-copy', 'fieldError', { ...field, error: message });
    })
    .join(' ');
}
