import { useQueryClient } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { showNotice, showSuccess } from '../../ui/states/toasts.tsx';

/** Says that an invitation was sent, or, on a server that sends no mail, that it was not. */
export function useInvitedNotice() {
  const queryClient = useQueryClient();
  return async (texts: { sent: string; unsent: string }) => {
    const options = await queryClient.ensureQueryData(query.identity.getSignInOptions.queryOptions()).catch(() => null);
    if (options?.sendsMail === false) showNotice(texts.unsent);
    else showSuccess(texts.sent);
  };
}
