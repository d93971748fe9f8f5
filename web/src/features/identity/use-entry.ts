import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { safeRedirect } from './validate-account.ts';

/** Signs in or up, forgets what was read before, and goes where the person wanted to go. */
export function useEntry<Input>(enter: (input: Input) => Promise<void>, success: string, redirect?: string) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: enter,
    meta: { success, isFailureShown: true },
    onSuccess: async () => {
      queryClient.clear();
      router.history.push(safeRedirect(redirect, currentRegion()));
    },
  });
}
