import type { ClientMe } from '@antiphon/contract/client-sessions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';

type Status = ClientMe['client']['status'];

export function useStatus() {
  const t = useTexts('client-shell');
  const queryClient = useQueryClient();
  const { queryKey } = query.clientSessions.getMe.queryOptions();
  const set = (status: Status) =>
    queryClient.setQueryData(queryKey, (me) => me && { ...me, client: { ...me.client, status } });
  return useMutation({
    // One after the other: what was chosen last is what stays, however long the one before it takes.
    scope: { id: 'own-status' },
    mutationFn: (status: Status) => api.clientSessions.updateProfile({ status }),
    meta: { failure: t('statusFailed') },
    onMutate: (status) => {
      const before = queryClient.getQueryData(queryKey)?.client.status;
      set(status);
      return { before };
    },
    onError: (_error, _status, result) => {
      if (result?.before) set(result.before);
    },
    // The inbox says how many are there.
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.handoffs.listInbox.key() }),
  });
}
