import type { LeadGroup } from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, goneIsDone, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { useLeadGroups, useLeadSearch, useLeadsChanged } from '../use-leads.ts';
import styles from './leads.module.css';

const messageOf = (error: unknown) => {
  const { issues, message } = toProblem(error);
  return issues[0]?.message ?? message;
};

export function GroupsDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const t = useTexts('leads');
  const groups = useLeadGroups(agentId);
  const changed = useLeadsChanged();
  const [name, setName] = useState('');
  const sending = useSendOnce();
  const creation = useMutation({
    mutationFn: (given: string) =>
      sending.send(given, (idempotencyKey) =>
        api.leads.createGroup({ id: agentId, name: given }, { context: { idempotencyKey } }),
      ),
    meta: { isFailureShown: true },
    onSuccess: async (_group, given) => {
      setName((now) => (now.trim() === given ? '' : now));
      await changed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') creation.mutate(name.trim());
  };
  return (
    <Modal opened onClose={onClose} title={t('groups.action')} size={480}>
      <Stack gap="md">
        <form onSubmit={submit} className={styles.newGroup}>
          <TextInput
            label={t('groups.new')}
            value={name}
            maxLength={limits.leadGroupNameCharsMax}
            error={creation.isError ? messageOf(creation.error) : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" mt={22} loading={creation.isPending} disabled={name.trim() === ''}>
            {t('groups.create')}
          </Button>
        </form>
        {groups.length === 0 && (
          <Text size="sm" c="var(--ui-muted)">
            {t('groups.none')}
          </Text>
        )}
        <ul className={styles.groupList}>
          {groups.map((group) => (
            <GroupRow key={group.id} agentId={agentId} group={group} />
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}

function GroupRow({ agentId, group }: { agentId: string; group: LeadGroup }) {
  const t = useTexts('leads');
  const tUi = useTexts('ui');
  const { search, change } = useLeadSearch();
  const changed = useLeadsChanged();
  const [state, setState] = useState<'shown' | 'renamed' | 'deleted'>('shown');
  const [name, setName] = useState(group.name);
  const renaming = useMutation({
    mutationFn: () => api.leads.renameGroup({ id: agentId, groupId: group.id, name: name.trim() }),
    meta: { isFailureShown: true },
    onSuccess: async () => {
      setState('shown');
      await changed();
    },
  });
  const deletion = useMutation({
    mutationFn: () => api.leads.deleteGroup({ id: agentId, groupId: group.id }).catch(goneIsDone),
    meta: { failure: t('groups.deleteFailed') },
    onSuccess: async () => {
      if (search.group === group.id) change({ group: undefined });
      await changed();
    },
  });
  const icon = { size: 16, stroke: 1.5 };
  if (state === 'renamed')
    return (
      <li>
        <TextInput
          aria-label={t('groups.rename', { name: group.name })}
          value={name}
          maxLength={limits.leadGroupNameCharsMax}
          error={renaming.isError ? messageOf(renaming.error) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && name.trim() !== '' && renaming.mutate()}
          autoFocus
          flex={1}
        />
        <ActionIcon aria-label={tUi('save')} disabled={name.trim() === ''} onClick={() => renaming.mutate()}>
          <IconCheck {...icon} />
        </ActionIcon>
        <ActionIcon aria-label={tUi('cancel')} onClick={() => setState('shown')}>
          <IconX {...icon} />
        </ActionIcon>
      </li>
    );
  if (state === 'deleted')
    return (
      <li>
        <Text size="sm" flex={1}>
          {t('groups.deleteAsk', { name: group.name })}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" size="xs" onClick={() => setState('shown')}>
            {tUi('cancel')}
          </Button>
          <Button color="red" size="xs" loading={deletion.isPending} onClick={() => deletion.mutate()}>
            {tUi('delete')}
          </Button>
        </Group>
      </li>
    );
  return (
    <li>
      <span className={styles.groupName} data-text="content" dir="auto" title={group.name}>
        {group.name}
      </span>
      <span className={`${styles.when} tabular`}>{t('groups.count', { count: group.leads })}</span>
      <ActionIcon aria-label={t('groups.rename', { name: group.name })} onClick={() => setState('renamed')}>
        <IconPencil {...icon} />
      </ActionIcon>
      <ActionIcon aria-label={t('groups.delete', { name: group.name })} onClick={() => setState('deleted')}>
        <IconTrash {...icon} />
      </ActionIcon>
    </li>
  );
}
