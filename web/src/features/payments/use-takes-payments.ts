import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../api.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';

/** False in a region in which nobody can pay; undefined until that is known. */
export function useTakesPayments(): boolean | undefined {
  const { uid } = useWorkspace();
  const card = useQuery(query.payments.getCard.queryOptions({ input: { uid }, retry: false }));
  return card.isError && toProblem(card.error).code === 'not_found' ? false : card.data && true;
}
