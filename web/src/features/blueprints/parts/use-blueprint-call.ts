import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '../../../api.ts';

/** One change of what follows what; all that is shown of it is read again. */
export function useBlueprintCall<Input>(
  call: (input: Input) => Promise<unknown>,
  says: { success?: string; failure: string },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: says,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: query.blueprints.key() }),
        queryClient.invalidateQueries({ queryKey: query.agents.list.key() }),
      ]),
  });
}
