import { useNavigate } from '@tanstack/react-router';
import { currentRegion, writeWorkspaceUid } from '../../api.ts';
import { useWorkspace } from './use-workspace.ts';

/** Another workspace starts with nothing of the one before: the page is loaded anew. */
export function useSelectWorkspace() {
  const selected = useWorkspace();
  const navigate = useNavigate();
  return async (uid: string) => {
    if (uid === selected.uid) return;
    await navigate({ to: '/app/$region/agents', params: { region: currentRegion() } });
    writeWorkspaceUid(uid);
    window.location.reload();
  };
}
