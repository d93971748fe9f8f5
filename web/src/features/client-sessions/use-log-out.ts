import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, toProblem } from '../../api.ts';
import { forgetLanguage, useTexts } from '../../texts/texts.ts';
import { showFailure } from '../../ui/states/toasts.tsx';

/** Ends the session and forgets the person: the page is loaded anew, so that nothing of theirs is left in memory either. */
export function useLogOut() {
  const t = useTexts('client-shell');
  const queryClient = useQueryClient();
  const logOut = useMutation({
    mutationFn: () => api.clientSessions.signOut({}),
    meta: { isFailureShown: true },
    onSuccess: () => {
      queryClient.clear();
      forgetStored();
      // Said where one arrives.
      sessionStorage.setItem(SIGNED_OUT, 'yes');
      window.location.assign('/');
    },
    onError: (error) => {
      const problem = toProblem(error);
      showFailure({
        title: t('errorOccurred'),
        problem: { ...problem, message: `${t('signOutFailed')} ${problem.message}` },
        onRetry: () => logOut.mutate(),
      });
    },
  });
  return logOut;
}

/** Of this browser's own settings only the look outlives a person. */
function forgetStored() {
  forgetLanguage();
  for (const key of Object.keys(localStorage)) if (key !== 'client-color-scheme') localStorage.removeItem(key);
  sessionStorage.clear();
}

const SIGNED_OUT = 'signed-out';

/** Was there a sign-out on the page before? Asked once. */
export function takeSignedOut(): boolean {
  const isSignedOut = sessionStorage.getItem(SIGNED_OUT) !== null;
  sessionStorage.removeItem(SIGNED_OUT);
  return isSignedOut;
}
