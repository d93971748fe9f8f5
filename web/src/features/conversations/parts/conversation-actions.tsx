import type { ConversationDetail } from '@antiphon/contract/conversations';
import { Button, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconHeadset, IconListCheck, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { saveFile } from '../../../ui/lists/save-file.ts';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';

interface ConversationActionsProps {
  conversation: ConversationDetail;
  onErased: () => void;
  onTakenOver: (id: string) => void;
}

export function ConversationActions({
  conversation: { id, agentId, canErase, canTakeOver, canTrace },
  onErased,
  onTakenOver,
}: ConversationActionsProps) {
  const t = useTexts('sessions');
  const mayWrite = useMay('agents.write');
  const download = useMutation({
    mutationFn: (format: 'txt' | 'json') => api.conversations.export({ conversationId: id, format }),
    meta: { failure: t('export.oneFailed') },
    onSuccess: (file) => saveFile(file, file.name),
  });
  return (
    <Group gap="xs" mb="md">
      {canTakeOver && <TakeOver id={id} onTakenOver={onTakenOver} />}
      <Menu position="bottom-start" width={200}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-md"
            fz={13}
            loading={download.isPending}
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
          >
            {t('export.action')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download.mutate('txt')}>{t('export.txt')}</Menu.Item>
          <Menu.Item onClick={() => download.mutate('json')}>{t('export.json')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {canTrace && mayWrite && <MakeTest id={id} agentId={agentId} />}
      {canErase && <Erase id={id} onErased={onErased} />}
    </Group>
  );
}

/** What went wrong once is asked again before every publishing. */
function MakeTest({ id, agentId }: { id: string; agentId: string }) {
  const t = useTexts('suites');
  const navigate = useNavigate();
  const params = { region: currentRegion(), agentId, tab: 'tests' };
  const search = { case: 'new', of: id };
  return (
    <Button
      variant="default"
      size="compact-md"
      fz={13}
      leftSection={<IconListCheck size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => void navigate({ to: '/app/$region/agents/$agentId/$tab', params, search })}
    >
      {t('make')}
    </Button>
  );
}

function TakeOver({ id, onTakenOver }: { id: string; onTakenOver: (id: string) => void }) {
  const t = useTexts('inbox');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const claim = useMutation({
    mutationFn: () => api.handoffs.claim({ uid, conversationId: id }),
    meta: { failure: t('claimFailed') },
    onSuccess: () => onTakenOver(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.handoffs.key() }),
  });
  return (
    <Button
      size="compact-md"
      fz={13}
      loading={claim.isPending}
      leftSection={<IconHeadset size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => claim.mutate()}
    >
      {t('claim')}
    </Button>
  );
}

function Erase({ id, onErased }: { id: string; onErased: () => void }) {
  const t = useTexts('sessions');
  const queryClient = useQueryClient();
  const [isAsking, dialog] = useDisclosure(false);
  const erasure = useMutation({
    mutationFn: () => api.conversations.erase({ conversationId: id }),
    meta: { success: t('erase.done'), failure: t('erase.failed'), kept: t('erase.kept') },
    onSuccess: async () => {
      dialog.close();
      onErased();
      queryClient.removeQueries({ queryKey: query.conversations.get.queryKey({ input: { conversationId: id } }) });
      await queryClient.invalidateQueries({ queryKey: query.conversations.key() });
    },
  });
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-md"
        fz={13}
        leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
        onClick={dialog.open}
      >
        {t('erase.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('erase.title')}
        confirmLabel={t('erase.action')}
        onConfirm={() => erasure.mutate()}
        isPending={erasure.isPending}
      >
        {t('erase.text')}
      </ConfirmDialog>
    </>
  );
}
