import type { Client } from '@antiphon/contract/clients';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconExternalLink, IconMail, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { useInvitation } from '../use-invitation.ts';

export function ClientMenu({ client, onEdit }: { client: Client; onEdit: () => void }) {
  const t = useTexts('clients');
  const { uid } = useWorkspace();
  const [isDeleting, dialog] = useDisclosure(false);
  const invitation = useInvitation(client.email);
  const opening = useMutation({
    mutationFn: (_tab: Window | null) => api.clients.openAs({ uid, clientId: client.ID }),
    meta: { failure: t('openAs.failed') },
    onSuccess: ({ url }, tab) => {
      if (tab) tab.location.replace(url);
      else window.location.assign(url);
    },
    onError: (_error, tab) => tab?.close(),
  });
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={t('actionsFor', { name: client.name })}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            {t('edit.action')}
          </Menu.Item>
          <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => invitation.mutate(client)}>
            {t('invite.action')}
          </Menu.Item>
          {/* The tab is opened by the click itself: one that opens after an answer is blocked. */}
          <Menu.Item
            leftSection={<IconExternalLink {...icon} />}
            disabled={opening.isPending}
            onClick={() => opening.mutate(openTab())}
          >
            {t('openAs.action')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--ui-bad)" leftSection={<IconTrash {...icon} />} onClick={dialog.open}>
            {t('delete.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteDialog client={client} isOpen={isDeleting} onClose={dialog.close} />
    </>
  );
}

/** An empty tab that knows nothing of this page. */
function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return tab;
}

function DeleteDialog({ client, isOpen, onClose }: { client: Client; isOpen: boolean; onClose: () => void }) {
  const t = useTexts('clients');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => api.clients.delete({ uid, clientId: client.ID }),
    meta: { success: t('delete.done'), failure: t('delete.failed') },
    onSuccess: async () => {
      onClose();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: query.clients.key() }),
        queryClient.invalidateQueries({ queryKey: query.orgs.key() }),
      ]);
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('delete.title', { name: client.name })}
      confirmLabel={t('delete.action')}
      onConfirm={() => deletion.mutate()}
      isPending={deletion.isPending}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
}
