import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { safeRedirect } from './safe-redirect.ts';

/** Signs in or up, forgets what was read before, and goes where the person wanted to go. */
export function useEntry<Input>(enter: (input: Input) => Promise<void>, redirect?: string) {
  const t = useTexts('identity');
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: enter,
    meta: { success: t('signedIn'), isFailureShown: true },
    onSuccess: () => {
      queryClient.clear();
      router.history.push(safeRedirect(redirect, currentRegion()));
    },
  });
}
