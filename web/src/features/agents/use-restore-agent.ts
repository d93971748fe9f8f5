import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';

/** Takes an agent, by its id, out of the trash. */
export function useRestoreAgent() {
  const t = useTexts('agents');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.agents.restore({ id }),
    meta: { success: t('trash.restored'), failure: t('trash.restoreFailed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.agents.key() }),
  });
}
