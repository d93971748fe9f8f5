import { useQueryClient } from '@tanstack/react-query';
import { currentRegion, query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { showNotice, showSuccess } from '../../ui/states/toasts.tsx';

/** Says that an invitation was sent, or, on a server that sends no mail, that it was not, and where its link is to be read. */
export function useInvitedNotice() {
  const queryClient = useQueryClient();
  const t = useTexts('email');
  return async (texts: { sent: string; unsent: string }) => {
    const options = await queryClient.ensureQueryData(query.identity.getSignInOptions.queryOptions()).catch(() => null);
    if (options?.sendsMail === false) showNotice(texts.unsent, options.outbox ? toOutbox(t('openOutbox')) : undefined);
    else showSuccess(texts.sent);
  };
}

const toOutbox = (label: string) => ({ label, href: `/app/${currentRegion()}/outbox` });
