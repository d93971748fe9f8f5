import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { InviteForm } from './parts/invite-form.tsx';
import { MemberForm } from './parts/member-form.tsx';
import { NewWorkspaceForm } from './parts/new-workspace-form.tsx';
import { WorkspaceSettings } from './parts/workspace-settings.tsx';
import styles from './parts/workspaces.module.css';
import { usePanel } from './use-panel.ts';

/** The drawers of the workspace, over whatever page is open. */
export function WorkspacePanels() {
  const t = useTexts('workspaces');
  const { panel, member, show, close } = usePanel();
  const back = () => show({ panel: 'workspace' });
  return (
    <>
      <SettingsDrawer isOpen={panel === 'workspace' && member === undefined} onClose={close} />
      <Drawer opened={panel === 'invite'} onClose={close} title={t('invite.title')}>
        <InviteForm onDone={back} />
      </Drawer>
      <Drawer opened={panel === 'new-workspace'} onClose={close} title={t('create')}>
        <NewWorkspaceForm />
      </Drawer>
      <Drawer opened={member !== undefined} onClose={close} title={t('members.change')}>
        {member !== undefined && <MemberForm userId={member} onDone={close} />}
      </Drawer>
    </>
  );
}

/** The same settings as on their page. With unsaved changes it asks before it closes. */
function SettingsDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('workspaces');
  const ui = useTexts('ui');
  const isDirty = useRef(false);
  const [isAsking, question] = useDisclosure(false);
  return (
    <>
      <Drawer
        opened={isOpen}
        // Later, since the dialog would hear the same key, and close.
        onClose={() => (isDirty.current ? setTimeout(question.open) : onClose())}
        title={t('settings')}
        size={640}
        classNames={{ body: styles.drawer ?? '' }}
      >
        <WorkspaceSettings onDirtyChange={(dirty) => (isDirty.current = dirty)} />
      </Drawer>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={question.close}
        title={ui('leave.title')}
        confirmLabel={ui('leave.confirm')}
        onConfirm={() => {
          question.close();
          onClose();
        }}
      >
        {ui('leave.text')}
      </ConfirmDialog>
    </>
  );
}
