import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';

/** Fills the empty workspace with a small agency to look around in. Nothing is shown where that is not offered. */
export function DemoStart() {
  const t = useTexts('demo');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const demo = useQuery(query.demo.get.queryOptions({ input: { uid }, staleTime: Number.POSITIVE_INFINITY }));
  const start = useMutation({
    mutationFn: () => api.demo.start({ uid }),
    meta: { success: t('started'), failure: t('startFailed') },
    // Agents, clients, figures, the agency: there is something on every screen now.
    onSettled: () => queryClient.invalidateQueries(),
  });
  if (!demo.data?.canStart) return null;
  return (
    <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
      {t('start')}
    </Button>
  );
}
