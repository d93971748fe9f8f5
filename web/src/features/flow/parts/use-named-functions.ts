import { useQueries } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import type { NamedFunction } from './flow-editing.ts';

/** The functions that the agent may call, by name, with what they are given and give back. `isAsked`: clients may not read them. */
export function useNamedFunctions(isAsked: boolean): readonly NamedFunction[] {
  const { uid } = useWorkspace();
  const { settings } = useWorkingCopy();
  return useQueries({
    queries: (isAsked ? settings.functions : []).map(({ functionId }) =>
      query.functions.get.queryOptions({ input: { uid, functionId } }),
    ),
    combine: namedFunctions,
  });
}

type Known = {
  data?:
    | { id: string; name: string; inputs: NamedFunction['inputs']; response: { outputs: NamedFunction['outputs'] } }
    | undefined;
};

const namedFunctions = (results: Known[]): NamedFunction[] =>
  results.flatMap(({ data }) =>
    data ? [{ functionId: data.id, name: data.name, inputs: data.inputs, outputs: data.response.outputs }] : [],
  );
