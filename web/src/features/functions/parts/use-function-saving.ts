import type { Issue } from '@antiphon/contract/errors';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { HttpFunction } from '@antiphon/contract/functions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Dispatch, useRef, useState } from 'react';
import { api, currentRegion, query, toProblem } from '../../../api.ts';
import { say, useTexts } from '../../../texts/texts.ts';
import { hideFailure, showFailure, showSuccess } from '../../../ui/states/toasts.tsx';
import { isSame } from '../../working-copy/edit-state.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import type { EditorAction, EditorState } from './editor-state.ts';
import { type Faults, sayFault, valueAt } from './find-faults.ts';

type Sent = { draft: FunctionDefinition; base: HttpFunction | null };
type Refused = { sent: FunctionDefinition; issues: Issue[] };

/** Saves a function, or makes it. A save by somebody else in between is shown as a conflict, never written over. */
export function useFunctionSaving(state: EditorState, dispatch: Dispatch<EditorAction>) {
  const t = useTexts('functions');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<Refused | null>(null);
  const latest = useRef<() => void>(() => undefined);
  const saving = useMutation({
    meta: { isFailureShown: true },
    mutationFn: ({ draft, base }: Sent) =>
      base
        ? api.functions.update({ uid, functionId: base.id, edition: base.edition, ...draft })
        : api.functions.create({ uid, ...draft }),
    onSuccess: async (saved, { draft, base }) => {
      dispatch({ type: 'saved', saved, sent: draft });
      hideFailure(t('save.failed'));
      const input = { uid, functionId: saved.id };
      queryClient.setQueryData(query.functions.get.queryKey({ input }), saved);
      void queryClient.invalidateQueries({ queryKey: query.callCredentials.list.key() });
      await queryClient.invalidateQueries({ queryKey: query.functions.list.key() });
      if (base) return;
      showSuccess(say('functions', 'save.created'));
      const params = { region: currentRegion(), functionId: saved.id };
      await navigate({ to: '/app/$region/integrations/$functionId', params, replace: true, ignoreBlocker: true });
    },
    onError: async (error, { draft, base }) => {
      const problem = toProblem(error);
      setRefused({ sent: draft, issues: problem.issues });
      if (problem.code === 'conflict' && base) {
        const theirs = await api.functions.get({ uid, functionId: base.id }).catch(() => null);
        if (theirs) return dispatch({ type: 'conflicted', theirs });
      }
      if (problem.status === 401) return;
      showFailure({
        title: t('save.failed'),
        problem: { message: sayFault(problem.message), requestId: problem.requestId },
        kept: t('save.kept'),
        onRetry: () => latest.current(),
      });
    },
  });
  const save = async (base = state.base): Promise<HttpFunction | null> => {
    setRefused(null);
    return saving.mutateAsync({ draft: state.draft, base }).catch(() => null);
  };
  latest.current = () => void save();
  return { save, isSaving: saving.isPending, refused: faultsOf(refused, state.draft) };
}

/** What the server refused, for as long as it stands there as it was sent. */
function faultsOf(refused: Refused | null, draft: FunctionDefinition): Faults {
  if (!refused) return new Map();
  const all = refused.issues.map(
    ({ path, message }) => [path.replace(/\[(\d+)\]/g, '.$1'), sayFault(message)] as const,
  );
  return new Map(all.filter(([path]) => isSame(valueAt(draft, path), valueAt(refused.sent, path))));
}
