import type { Client } from '@antiphon/contract/clients';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useInvitedNotice } from '../email/use-invited-notice.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';

/** Writes to whoever has this address how they get in. */
export function useInvitation(email: string) {
  const t = useTexts('clients');
  const { uid } = useWorkspace();
  const say = useInvitedNotice();
  return useMutation({
    mutationFn: ({ ID }: Pick<Client, 'ID'>) => api.clients.invite({ uid, clientId: ID }),
    meta: { failure: t('invite.failed', { email }) },
    onSuccess: () => say({ sent: t('invite.done', { email }), unsent: t('invite.unsent', { email }) }),
  });
}
