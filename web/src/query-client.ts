import { hashKey, MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { type Problem, query, toProblem } from './api.ts';
import { watchConnection } from './connection.ts';
import { say } from './texts/texts.ts';
import { isAtFields } from './ui/forms/form-issues.ts';
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
      /** Fields of the form that was sent: what they say of a failure is not said again in a notice. */
      fields?: readonly string[];
      /** The screen shows the failure itself. */
      isFailureShown?: boolean;
      /** Each call is about something else, such as a message: what failed is not done when another one succeeds. */
      isEachApart?: boolean;
    };
  }
}

const retriesMax = 2;

/** Only a 401 ends a session; everything else is shown where it happened and can be tried again. */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  watchConnection();
  const endSession = (problem: Problem) => {
    if (problem.status === 401) onSessionEnd();
    return problem.status === 401;
  };
  const refreshFailure = () => say('ui', 'accountRefreshFailed');
  /** What the newest failure of those apart was asked to do. */
  let failedWith: string | null = null;
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
      onSuccess: (_data, variables, _result, mutation) => {
        const { success, failure, isEachApart } = mutation.meta ?? {};
        // What failed before is done now.
        const isDone = !isEachApart || failedWith === hashKey([variables]);
        if (failure !== undefined && isDone) hideFailure(failure);
        if (success !== undefined) showSuccess(success);
      },
      onError: (error, variables, _result, mutation) => {
        const problem = toProblem(error);
        const { isFailureShown, isEachApart, fields = [] } = mutation.meta ?? {};
        if (isEachApart) failedWith = hashKey([variables]);
        if (endSession(problem) || isFailureShown || isAtFields(problem.issues, fields)) return;
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
      // Without a connection a call fails at once and says so, in place of waiting unseen; what is read is read again with it.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 15_000,
        retry: (failures, error) => onlineManager.isOnline() && failures < retriesMax && canRetry(toProblem(error)),
      },
    },
  });
  client.setQueryDefaults(query.workspaces.me.key(), { meta: { isRefreshNoticed: true } });
  return client;
}

const canRetry = ({ status }: Problem) => status === 0 || status === 429 || status >= 500;
