import type { Client } from '@antiphon/contract/clients';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';

/** Writes to whoever has this address how they get in. */
export function useInvitation(email: string) {
  const t = useTexts('clients');
  const { uid } = useWorkspace();
  return useMutation({
    mutationFn: ({ ID }: Pick<Client, 'ID'>) => api.clients.invite({ uid, clientId: ID }),
    meta: { success: t('invite.done', { email }), failure: t('invite.failed', { email }) },
  });
}
