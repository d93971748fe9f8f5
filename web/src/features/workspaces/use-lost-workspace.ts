import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentRegion, query, readWorkspaceUid, toProblem, writeWorkspaceUid } from '../../api.ts';
import { say } from '../../texts/texts.ts';
import { showFailure, showSuccess } from '../../ui/states/toasts.tsx';
import { selectWorkspace, useMe, useWorkspace } from './use-workspace.ts';

const LOST_KEY = 'lost-workspace';
const LEFT_KEY = 'left-workspace';

/** Says so once the page has begun anew: a notice of the page before would go with it. */
export const announceLeaving = (words: string) => window.sessionStorage.setItem(LEFT_KEY, words);

/**
 * Whoever is put out of the selected workspace gets not-found at the next call. When something that is read is not found, we
 * ask again where the person belongs; if no more here, the page starts anew in the personal workspace and says so. What is
 * being written stays on the screen, with its own notice.
 */
export function useLostWorkspace() {
  const queryClient = useQueryClient();
  const me = useMe();
  const { uid, workspaceName } = useWorkspace();

  useEffect(() => {
    const left = window.sessionStorage.getItem(LEFT_KEY);
    if (left === null) return;
    window.sessionStorage.removeItem(LEFT_KEY);
    showSuccess(left);
  }, []);

  useEffect(() => {
    const lost = window.sessionStorage.getItem(LOST_KEY);
    if (lost === null) return;
    window.sessionStorage.removeItem(LOST_KEY);
    showFailure({ title: say('workspaces', 'lost', { name: lost }), problem: { message: '', requestId: null } });
  }, []);

  useEffect(() => {
    const { queryKey } = query.workspaces.me.queryOptions();
    let isAsking = false;
    const lookAgain = async (error: unknown) => {
      // Who leaves is on the way already.
      if (window.sessionStorage.getItem(LEFT_KEY) !== null) return;
      if (isAsking || toProblem(error).status !== 404) return;
      isAsking = true;
      const seen = await queryClient
        .fetchQuery({ ...query.workspaces.me.queryOptions(), staleTime: 0 })
        .catch(() => null);
      isAsking = false;
      if (seen === null || seen.workspaces.some((one) => one.uid === uid)) return;
      const region = currentRegion();
      window.sessionStorage.setItem(LOST_KEY, workspaceName);
      writeWorkspaceUid(selectWorkspace(seen, null).uid, region);
      window.location.assign(`/app/${region}/agents`);
    };
    const isMe = (key: readonly unknown[]) => JSON.stringify(key) === JSON.stringify(queryKey);
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && !isMe(event.query.queryKey))
        void lookAgain(event.action.error);
    });
  }, [queryClient, uid, workspaceName]);

  // Another tab may have left or deleted it, which a newer answer shows.
  const remembered = readWorkspaceUid(currentRegion());
  useEffect(() => {
    if (remembered !== null && !me.workspaces.some((one) => one.uid === remembered)) writeWorkspaceUid(uid);
  }, [me, remembered, uid]);
}
