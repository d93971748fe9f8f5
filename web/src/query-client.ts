import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { type Problem, query, toProblem } from './api.ts';
import { say } from './texts/texts.ts';
import { hideFailure, showFailure, showSuccess } from './ui/states/toasts.tsx';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What is shown stays, and a notice says that it could not be read again. */
      isRefreshNoticed?: boolean;
    };
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
  const refreshFailure = () => say('ui', 'accountRefreshFailed');
  const client = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, { meta }) => {
        if (meta?.isRefreshNoticed) hideFailure(refreshFailure());
      },
      onError: (error, asked) => {
        const problem = toProblem(error);
        // What was never read has a screen that says so itself.
        if (endSession(problem) || !asked.meta?.isRefreshNoticed || asked.state.data === undefined) return;
        const onRetry = () => void asked.fetch().catch(() => undefined);
        showFailure({ title: refreshFailure(), problem, onRetry });
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, mutation) => {
        const { success } = mutation.meta ?? {};
        if (success !== undefined) showSuccess(success);
      },
      onError: (error, variables, _result, mutation) => {
        const problem = toProblem(error);
        if (endSession(problem) || mutation.meta?.isFailureShown) return;
        showFailure({
          title: mutation.meta?.failure ?? say('ui', 'failed'),
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
  client.setQueryDefaults(query.workspaces.me.key(), { meta: { isRefreshNoticed: true } });
  return client;
}

const canRetry = ({ status }: Problem) => status === 0 || status === 429 || status >= 500;
