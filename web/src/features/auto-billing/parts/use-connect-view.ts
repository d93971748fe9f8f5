import type { ConnectView } from '@antiphon/contract/connect';
import { useQueryClient } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** Takes what the server answered for what it is from now on. */
export function useTakeConnectView() {
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  return (view: ConnectView) => queryClient.setQueryData(query.connect.get.queryKey({ input: { uid } }), view);
}
