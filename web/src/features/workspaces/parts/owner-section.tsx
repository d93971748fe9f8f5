import type { Workspace } from '@antiphon/contract/workspaces';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { TypedConfirmDialog } from '../../../ui/forms/typed-confirm-dialog.tsx';
import { announceLeaving } from '../use-lost-workspace.ts';
import { useSelectWorkspace } from '../use-select-workspace.ts';
import { useMe } from '../use-workspace.ts';

/** The ways out: leaving for members, deleting for the owner of a workspace that is not the personal one. */
export function OwnerSection({ workspace }: { workspace: Workspace }) {
  const t = useTexts('workspaces');
  const { canLeave, canDelete } = workspace.abilities;
  if (!canLeave && !canDelete) return null;
  return (
    <FormSection title={canDelete ? t('danger.delete') : t('danger.leave')}>
      <div>{canDelete ? <DeleteWorkspace {...workspace} /> : <LeaveWorkspace {...workspace} />}</div>
    </FormSection>
  );
}

function LeaveWorkspace({ uid, workspaceName }: Workspace) {
  const t = useTexts('workspaces');
  const goHome = useGoHome();
  const [isAsking, question] = useDisclosure(false);
  const leaving = useMutation({
    mutationFn: () => api.members.leave({ uid }),
    meta: { failure: t('danger.leaveFailed') },
    onSuccess: () => goHome(t('danger.left')),
  });
  return (
    <>
      <Button variant="default" onClick={question.open}>
        {t('danger.leave')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={question.close}
        title={t('danger.leaveAsk', { name: workspaceName })}
        confirmLabel={t('danger.leave')}
        onConfirm={() => leaving.mutate()}
        isPending={leaving.isPending}
      >
        {t('danger.leaveText')}
      </ConfirmDialog>
    </>
  );
}

function DeleteWorkspace({ uid, workspaceName }: Workspace) {
  const t = useTexts('workspaces');
  const goHome = useGoHome();
  const [isAsking, question] = useDisclosure(false);
  const deletion = useMutation({
    mutationFn: () => api.workspaces.delete({ uid }),
    meta: { failure: t('danger.deleteFailed'), kept: t('danger.nothing') },
    onSuccess: () => goHome(t('danger.deleted')),
  });
  return (
    <>
      <Button color="red" variant="outline" onClick={question.open}>
        {t('danger.delete')}
      </Button>
      <TypedConfirmDialog
        isOpen={isAsking}
        onClose={question.close}
        title={t('danger.deleteAsk', { name: workspaceName })}
        name={workspaceName}
        confirmLabel={t('danger.delete')}
        onConfirm={() => deletion.mutate()}
        isPending={deletion.isPending}
      >
        <strong>{t('danger.irreversible')}</strong> {t('danger.deleteText')}
      </TypedConfirmDialog>
    </>
  );
}

/** To the personal workspace, which nobody can be put out of; `words` are shown there. */
function useGoHome() {
  const { workspaces } = useMe();
  const select = useSelectWorkspace();
  return async (words: string) => {
    const own = workspaces.find(({ isOwn }) => isOwn);
    if (!own) return;
    announceLeaving(words);
    await select(own.uid);
  };
}
