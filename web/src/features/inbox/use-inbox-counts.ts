import type { InboxCounts } from '@antiphon/contract/handoffs';
import type { Signal } from '@antiphon/contract/signals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { readAnew } from '../signals/read-anew.ts';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';

/**
 * What stands in the inbox, for whatever shows a number of it: the navigation, the browser's tab, the bell. Undefined for whoever may
 * not answer visitors, or until it is known.
 */
export function useInboxCounts(
  useChanges: (onChange: (signal: Signal | null) => void) => void,
): InboxCounts | undefined {
  const { uid } = useWorkspace();
  const mayReply = useMay('conversations.reply');
  const client = useQueryClient();
  const counting = query.handoffs.countInbox.queryOptions({ input: { uid }, enabled: mayReply });
  const { data } = useQuery(counting);
  useChanges((signal) => {
    if (mayReply && (signal === null || signal.kind === 'conversation')) void readAnew(client, counting.queryKey);
  });
  return mayReply ? data : undefined;
}
