import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { showFailure } from '../../ui/states/toasts.tsx';
import { useWorkingCopy } from './working-copy.tsx';

/** What tests say against publishing, and the note of who wanted to publish. */
export type Blocked = { reason: string; note: string };
type Wanted = { note: string; override: boolean };

/**
 * Publishing saves first what is not saved. `publish` answers whether visitors get the new copy now. With `mayOverride` it is asked
 * once more where tests stand against it: `blocked` says why until `publishAnyway` or `giveUp`.
 */
export function usePublishing(mayOverride = false) {
  const t = useTexts('working-copy');
  const { agent, isDirty, isSaving, save } = useWorkingCopy();
  const queryClient = useQueryClient();
  const [blocked, setBlocked] = useState<Blocked | null>(null);
  const latest = useRef<(note: string) => Promise<boolean>>(async () => false);
  const publishing = useMutation({
    meta: { success: t(agent.stagingVersion === null ? 'publishedNow' : 'publishedToStaging'), isFailureShown: true },
    mutationFn: ({ note, override }: Wanted) => api.agents.publish({ id: agent.ID, note, override }),
    onSuccess: async (published) => {
      setBlocked(null);
      queryClient.setQueryData(query.agents.get.queryKey({ input: { id: agent.ID } }), published);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: query.agents.list.key() }),
        queryClient.invalidateQueries({ queryKey: query.agents.listVersions.key() }),
        queryClient.invalidateQueries({ queryKey: query.suites.get.key() }),
      ]);
    },
    onError: async (error, { note }) => {
      const problem = toProblem(error);
      if (problem.status === 401) return;
      if (mayOverride && isOfTests(problem)) return setBlocked({ reason: problem.message, note });
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
  const send = async (wanted: Wanted) => {
    if (isDirty && (await save()) === null) return false;
    return publishing.mutateAsync(wanted).then(
      () => true,
      () => false,
    );
  };
  const publish = (note: string) => send({ note, override: false });
  latest.current = publish;
  return {
    publish,
    isPublishing: isSaving || publishing.isPending,
    blocked,
    publishAnyway: () => void send({ note: blocked?.note ?? '', override: true }),
    giveUp: () => setBlocked(null),
  };
}

export const isOfTests = ({ code }: { code: string }) => code === 'suite_failed' || code === 'suite_not_run';
