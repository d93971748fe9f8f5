import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { currentRegion, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { showFailure } from '../../ui/states/toasts.tsx';
import { forgetPerson, forgetStored } from './forget-person.ts';

/** Ends the session and forgets the person; what fails says so and can be tried again. */
export function useSignOut() {
  const t = useTexts('identity');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useMutation({
    // Loaded on use: signing out is no part of the first load.
    mutationFn: async () => {
      await (await import('./auth-client.ts')).signOut();
      await forgetStored();
    },
    meta: { success: t('signedOut'), isFailureShown: true },
    onSuccess: async () => {
      const region = currentRegion();
      await navigate({ to: '/login', search: region === 'na' ? {} : { region } });
      await forgetPerson(queryClient);
    },
    onError: (error) => {
      const problem = toProblem(error);
      showFailure({
        title: t('errorOccurred'),
        problem: { ...problem, message: `${t('signOutFailed')} ${problem.message}` },
        onRetry: () => signOut.mutate(),
      });
    },
  });
  return signOut;
}
