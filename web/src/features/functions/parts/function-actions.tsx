import type { HttpFunction } from '@antiphon/contract/functions';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconHistory, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, query } from '../../../api.ts';
import { say, useTexts } from '../../../texts/texts.ts';
import { useCommands } from '../../../ui/page/commands.ts';
import { showSuccess } from '../../../ui/states/toasts.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import { DeleteFunction } from './delete-function.tsx';
import { RevisionsDrawer } from './revisions-drawer.tsx';
import { STATE_LINE } from './state-line.tsx';

interface FunctionActionsProps {
  base: HttpFunction;
  isDirty: boolean;
  isFaulty: boolean;
  isSaving: boolean;
  onSave: () => Promise<HttpFunction | null>;
  onPublished: (saved: HttpFunction) => void;
}

/** Publish, which saves first what is not saved; the revisions; and the end of a function. */
export function FunctionActions({ base, isDirty, isFaulty, isSaving, onSave, onPublished }: FunctionActionsProps) {
  const t = useTexts('functions');
  const { uid } = useWorkspace();
  const mayPublish = useMay('agents.publish');
  const queryClient = useQueryClient();
  // A function that was just made stands on the page of new ones for a moment.
  const search = useSearch({ from: '/app/$region/integrations/$functionId', shouldThrow: false });
  const navigate = useNavigate({ from: '/app/$region/integrations/$functionId' });
  const [isDeleting, deleting] = useDisclosure(false);
  const input = { uid, functionId: base.id };
  const publishing = useMutation({
    mutationFn: async () => {
      const saved = isDirty ? await onSave() : base;
      return saved && api.functions.publish({ ...input, edition: saved.edition });
    },
    meta: { failure: t('publish.failed'), kept: t('publish.kept') },
    onSuccess: async (published) => {
      if (!published) return;
      showSuccess(say('functions', 'publish.done', { number: published.revision ?? 1 }));
      queryClient.setQueryData(query.functions.get.queryKey({ input }), published);
      onPublished(published);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: query.functions.list.key() }),
        queryClient.invalidateQueries({ queryKey: query.functions.listRevisions.key() }),
        queryClient.invalidateQueries({ queryKey: query.functions.listUses.key() }),
      ]);
    },
    // Published or saved elsewhere meanwhile: what is shown here is old.
    onError: () => queryClient.invalidateQueries({ queryKey: query.functions.get.key() }),
  });
  const isPublished = !base.hasChanges && !isDirty;
  const isOffered = mayPublish && !isPublished && !isFaulty;
  const showRevisions = () => void navigate({ search: { revisions: true } });
  useCommands([
    ...(isOffered
      ? [{ id: 'publish', label: t('publish.action'), group: 'page' as const, run: () => publishing.mutate() }]
      : []),
    { id: 'revisions', label: t('revisions.title'), group: 'page', run: showRevisions },
  ]);
  return (
    <>
      {mayPublish && (
        <Button
          disabled={!isOffered}
          loading={publishing.isPending || isSaving}
          aria-describedby={STATE_LINE}
          onClick={() => publishing.mutate()}
        >
          {isPublished ? t('publish.published') : t('publish.action')}
        </Button>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('menu.label')}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconHistory size={16} stroke={1.5} aria-hidden="true" />} onClick={showRevisions}>
            {t('revisions.title')}
          </Menu.Item>
          {mayPublish && (
            <>
              <Menu.Divider />
              <Menu.Item
                c="var(--ui-bad)"
                leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
                onClick={deleting.open}
              >
                {t('delete.action')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <RevisionsDrawer
        functionId={base.id}
        isOpen={search?.revisions === true}
        onClose={() => void navigate({ search: {} })}
      />
      <DeleteFunction of={base} isOpen={isDeleting} onClose={deleting.close} />
    </>
  );
}
