import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { showFailure } from '../../ui/states/toasts.tsx';
import { useWorkingCopy } from './working-copy.tsx';

/** Publishing saves first what is not saved. `publish` answers whether visitors get the new copy now. */
export function usePublishing() {
  const t = useTexts('working-copy');
  const { agent, isDirty, isSaving, save } = useWorkingCopy();
  const queryClient = useQueryClient();
  const latest = useRef<(note: string) => Promise<boolean>>(async () => false);
  const publishing = useMutation({
    meta: { success: t('publishedNow'), isFailureShown: true },
    mutationFn: (note: string) => api.agents.publish({ id: agent.ID, note }),
    onSuccess: async (published) => {
      queryClient.setQueryData(query.agents.get.queryKey({ input: { id: agent.ID } }), published);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: query.agents.list.key() }),
        queryClient.invalidateQueries({ queryKey: query.agents.listVersions.key() }),
      ]);
    },
    onError: async (error, note) => {
      const problem = toProblem(error);
      if (problem.status === 401) return;
      if (problem.code === 'nothing_to_publish') {
        // It was published elsewhere meanwhile: what is shown here is old.
        await queryClient.invalidateQueries({ queryKey: query.agents.get.key() });
      }
      showFailure({
        title: t('saveFailed', { error: problem.message }),
        problem: { message: t('notPublished'), requestId: problem.requestId },
        onRetry: () => void latest.current(note),
      });
    },
  });
  const publish = async (note: string) => {
    if (isDirty && (await save()) === null) return false;
    return publishing.mutateAsync(note).then(
      () => true,
      () => false,
    );
  };
  latest.current = publish;
  return { publish, isPublishing: isSaving || publishing.isPending };
}
