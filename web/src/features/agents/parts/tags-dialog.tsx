import type { AgentSummary } from '@antiphon/contract/agents';
import { limits } from '@antiphon/contract/limits';
import { Button, Group, Modal, TagsInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** Labels of one agent. Those in use elsewhere are offered. */
export function TagsDialog({ agent, onClose }: { agent: AgentSummary; onClose: () => void }) {
  const t = useTexts('agents');
  const tUi = useTexts('ui');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [tags, setTags] = useState(agent.tags);
  const known = useQuery(query.agents.listTags.queryOptions({ input: { uid } }));
  const saving = useMutation({
    mutationFn: () => api.agents.setTags({ id: agent.ID, tags }),
    meta: { success: t('tags.saved'), failure: t('tags.failed'), kept: t('tags.kept') },
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: query.agents.key() });
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('tags.title', { title: agent.title })} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <TagsInput
          label={t('tags.label')}
          description={t('tags.hint')}
          data={known.data?.items.map(({ tag }) => tag) ?? []}
          value={tags}
          onChange={(values) => setTags(values.map((value) => value.trim()).filter((value) => value !== ''))}
          acceptValueOnBlur
          clearable
          clearButtonProps={{ 'aria-label': t('tags.clear') }}
          maxTags={limits.tagsMax}
          maxLength={limits.tagCharsMax}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {tUi('save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
