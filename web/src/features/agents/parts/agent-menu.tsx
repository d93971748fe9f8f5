import type { AgentSummary } from '@antiphon/contract/agents';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy, IconDots, IconFileExport, IconTags, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useOnceOpen } from '../../../ui/forms/use-once-open.ts';
import { saveFile } from '../../../ui/lists/save-file.ts';
import { useMay } from '../../workspaces/use-workspace.ts';
import { agentFileName } from './agent-file.ts';

const DeleteAgentDialog = lazy(async () => ({
  default: (await import('../delete-agent-dialog.tsx')).DeleteAgentDialog,
}));
const TagsDialog = lazy(async () => ({ default: (await import('./tags-dialog.tsx')).TagsDialog }));

/** What can be done to an agent from the list; nothing is drawn for those who may not change agents. */
export function AgentMenu({ agent }: { agent: AgentSummary }) {
  const t = useTexts('agents');
  const mayWrite = useMay('agents.write');
  const queryClient = useQueryClient();
  const [isDeleting, deletion] = useDisclosure(false);
  const wasDeleting = useOnceOpen(isDeleting);
  const [isTagging, tagging] = useDisclosure(false);
  const duplication = useMutation({
    mutationFn: () => api.agents.duplicate({ id: agent.ID }),
    meta: { success: t('duplicate.done', { title: agent.title }), failure: t('duplicate.failed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.agents.key() }),
  });
  const fileExport = useMutation({
    mutationFn: () => api.agentFiles.get({ id: agent.ID }),
    meta: { success: t('export.done', { title: agent.title }), failure: t('export.failed') },
    onSuccess: (file) =>
      saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), agentFileName(agent.title)),
  });
  if (!mayWrite) return null;
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon
            aria-label={t('actionsFor', { title: agent.title })}
            loading={duplication.isPending || fileExport.isPending}
          >
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTags size={16} stroke={1.5} aria-hidden="true" />} onClick={tagging.open}>
            {t('tags.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => duplication.mutate()}
          >
            {t('duplicate.action')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileExport size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => fileExport.mutate()}
          >
            {t('export.action')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--ui-bad)"
            leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
            onClick={deletion.open}
          >
            {t('delete.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {wasDeleting && <DeleteAgentDialog agent={agent} isOpen={isDeleting} onClose={deletion.close} />}
        {isTagging && <TagsDialog agent={agent} onClose={tagging.close} />}
      </Suspense>
    </>
  );
}
