import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { query } from '../../../api.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { useChangeSearch, useConversationsSearch } from '../conversation-place.ts';

/** Whoever opens their conversations while somebody waits sees who that is. True until that is known. */
export function useFirstView(hasInbox: boolean): boolean {
  const { uid } = useWorkspace();
  const search = useConversationsSearch();
  const change = useChangeSearch();
  // An address that asks for something is what was meant.
  const [isOpen, setOpen] = useState(hasInbox && Object.values(search).every((value) => value === undefined));
  const counts = useQuery(query.handoffs.countInbox.queryOptions({ input: { uid }, enabled: isOpen }));
  const isKnown = isOpen && !counts.isPending;
  const decide = useEffectEvent(() => {
    setOpen(false);
    if ((counts.data?.open ?? 0) > 0) change((old) => ({ ...old, view: 'inbox' }), { replace: true });
  });
  useEffect(() => {
    if (isKnown) decide();
  }, [isKnown]);
  return isOpen;
}
