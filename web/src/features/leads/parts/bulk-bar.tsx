import { limits } from '@antiphon/contract/limits';
import { Button, Menu, Text } from '@mantine/core';
import { IconArrowMerge, IconDownload, IconTags, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import type { LeadChoice } from '../lead-choice.ts';
import { useLeadGroups, useLeadSearch, useLeadsChanged } from '../use-leads.ts';
import styles from './leads.module.css';
import type { ChosenLeads } from './use-chosen-leads.ts';
import { useDeleteLeads } from './use-delete-leads.ts';
import { useLeadExport } from './use-lead-export.ts';

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }));

interface BulkBarProps {
  agentId: string;
  chosen: ChosenLeads;
  /** To choose all that match, where these are not all. */
  all: { count: number; choose: () => void } | null;
  onClear: () => void;
}

/** What can be done with those that are chosen. */
export function BulkBar({ agentId, chosen, all, onClear }: BulkBarProps) {
  const t = useTexts('leads');
  const { choice, count, leads } = chosen;
  const [isMerging, setMerging] = useState(false);
  const deletion = useDeleteLeads(agentId, onClear);
  const exporting = useLeadExport(agentId);
  const canMerge = count > 1 && count <= limits.leadMergeMax + 1;
  return (
    <section className={styles.bulk} aria-label={t('bulk.title')}>
      <Text size="sm" fw={500} role="status">
        {t('bulk.chosen', { count })}
      </Text>
      {all && (
        <Button variant="subtle" size="xs" onClick={all.choose}>
          {t('bulk.all', { count: all.count })}
        </Button>
      )}
      <AssignMenu agentId={agentId} choice={choice} />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowMerge size={14} stroke={1.5} aria-hidden="true" />}
        disabled={!canMerge}
        onClick={() => setMerging(true)}
      >
        {t('merge.action')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} stroke={1.5} aria-hidden="true" />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate(choice)}
      >
        {t('export.action')}
      </Button>
      <Button
        variant="default"
        size="xs"
        c="var(--ui-bad)"
        leftSection={<IconTrash size={14} stroke={1.5} aria-hidden="true" />}
        loading={deletion.isPending}
        onClick={() => deletion.mutate(choice)}
      >
        {t('delete.action')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconX size={14} stroke={1.5} aria-hidden="true" />}
        onClick={onClear}
      >
        {t('bulk.clear')}
      </Button>
      <Suspense>
        {isMerging && (
          <MergeDialog agentId={agentId} leads={leads} onClose={() => setMerging(false)} onMerged={onClear} />
        )}
      </Suspense>
    </section>
  );
}

function AssignMenu({ agentId, choice }: { agentId: string; choice: LeadChoice }) {
  const t = useTexts('leads');
  const { change } = useLeadSearch();
  const groups = useLeadGroups(agentId);
  const changed = useLeadsChanged();
  const assignment = useMutation({
    mutationFn: (assigned: { groupId: string; isIn: boolean } & LeadChoice) =>
      api.leads.assignGroup({ id: agentId, ...assigned }),
    meta: { success: t('groups.assigned'), failure: t('groups.assignFailed') },
    onSuccess: changed,
  });
  const items = (isIn: boolean) =>
    groups.map(({ id, name }) => (
      <Menu.Item key={id} onClick={() => assignment.mutate({ groupId: id, isIn, ...choice })}>
        <span data-text="content" dir="auto">
          {name}
        </span>
      </Menu.Item>
    ));
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTags size={14} stroke={1.5} aria-hidden="true" />}
          loading={assignment.isPending}
        >
          {t('groups.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {groups.length > 0 && (
          <>
            <Menu.Label>{t('groups.add')}</Menu.Label>
            {items(true)}
            <Menu.Divider />
            <Menu.Label>{t('groups.remove')}</Menu.Label>
            {items(false)}
            <Menu.Divider />
          </>
        )}
        <Menu.Item onClick={() => change({ tool: 'groups' })}>{t('groups.action')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
