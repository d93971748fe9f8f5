import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { type Problem, toProblem } from './api.ts';
import { showFailure, showSuccess } from './ui/toasts.tsx';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Shown only after the server has answered with a success. */
      success?: string;
      /** Title of the failure notice, such as 'Failed to save workspace.' */
      failure?: string;
      /** What of the person's work is kept, such as 'Your text is still in the form.' */
      kept?: string;
      /** The screen shows the failure itself. */
      isFailureShown?: boolean;
    };
  }
}

const retriesMax = 2;

/** Only a 401 ends a session; everything else is shown where it happened and can be tried again. */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  const endSession = (problem: Problem) => {
    if (problem.status === 401) onSessionEnd();
    return problem.status === 401;
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void endSession(toProblem(error)) }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, mutation) => {
        const { success } = mutation.meta ?? {};
        if (success !== undefined) showSuccess(success);
      },
      onError: (error, variables, _result, mutation) => {
        const problem = toProblem(error);
        if (endSession(problem) || mutation.meta?.isFailureShown) return;
        showFailure({
          title: mutation.meta?.failure ?? 'This did not work.',
          problem,
          kept: mutation.meta?.kept,
          // A refusal for good is not tried again with the same input.
          onRetry: canRetry(problem) ? () => void mutation.execute(variables).catch(() => undefined) : undefined,
        });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < retriesMax && canRetry(toProblem(error)),
      },
    },
  });
}

const canRetry = ({ status }: Problem) => status === 0 || status === 429 || status >= 500;
