import { ExportsSection } from '../../exports/exports-section.tsx';
import { useWorkspace } from '../use-workspace.ts';
import { MembersSection } from './members-section.tsx';
import { OwnerSection } from './owner-section.tsx';
import { SecretSection } from './secret-section.tsx';
import { WorkspaceForm } from './workspace-form.tsx';

/** Everything about the selected workspace, for its page and its drawer. */
export function WorkspaceSettings({ onDirtyChange }: { onDirtyChange?: (isDirty: boolean) => void }) {
  const workspace = useWorkspace();
  return (
    <WorkspaceForm workspace={workspace} onDirtyChange={onDirtyChange}>
      <MembersSection workspace={workspace} />
      <SecretSection workspace={workspace} />
      <ExportsSection workspace={workspace} />
      <OwnerSection workspace={workspace} />
    </WorkspaceForm>
  );
}
