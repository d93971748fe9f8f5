import type { Lead } from '@antiphon/contract/leads';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { showUndo } from '../../../ui/states/toasts.tsx';

/** They are not the same person, and not offered as duplicates again; with a way back. */
export function useTellApart(agentId: string) {
  const t = useTexts('leads');
  const queryClient = useQueryClient();
  const tell = (leads: Lead[], areDistinct: boolean) =>
    api.leads.setDistinct({ id: agentId, leadIds: leads.map(({ id }) => id), areDistinct });
  const changed = () => queryClient.invalidateQueries({ queryKey: query.leads.listDuplicates.key() });
  const takingBack = useMutation({
    mutationFn: (leads: Lead[]) => tell(leads, false),
    meta: { failure: t('duplicates.tellFailed') },
    onSuccess: changed,
  });
  return useMutation({
    mutationFn: (leads: Lead[]) => tell(leads, true),
    meta: { failure: t('duplicates.tellFailed') },
    onSuccess: async (_done, leads) => {
      showUndo(t('duplicates.told'), () => takingBack.mutate(leads));
      await changed();
    },
  });
}
