import { LEAD_SORTS, LEAD_SOURCES, type LeadSort, type LeadSource } from '@antiphon/contract/lead-fields';
import { ActionIcon, Button, Menu, Popover, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconArrowMerge,
  IconDots,
  IconDownload,
  IconPlus,
  IconSearch,
  IconTags,
  IconUpload,
} from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { countLeadFilters } from '../lead-search.ts';
import { useLeadGroups, useLeadSearch } from '../use-leads.ts';
import styles from './leads.module.css';
import { useLeadExport } from './use-lead-export.ts';

interface LeadToolbarProps {
  agentId: string;
  canWrite: boolean;
  hasLeads: boolean;
  /** Nothing is there that could be narrowed. */
  isBare: boolean;
}

const searchDelayMs = 300;

export function LeadToolbar({ agentId, canWrite, hasLeads, isBare }: LeadToolbarProps) {
  const t = useTexts('leads');
  const { search, change } = useLeadSearch();
  const setSearch = useDebouncedCallback(
    (value: string) => change({ search: value.trim() || undefined }, { replace: true }),
    searchDelayMs,
  );
  return (
    <div className={styles.toolbar}>
      {!isBare && (
        <>
          <TextInput
            key={search.search === undefined ? 'empty' : 'searched'}
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
            defaultValue={search.search}
            maxLength={100}
            onChange={(event) => setSearch(event.currentTarget.value)}
            className={styles.search}
          />
          <Filters agentId={agentId} />
        </>
      )}
      <div className={styles.actions}>
        {canWrite && !isBare && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
            onClick={() => change({ tool: 'new' })}
          >
            {t('new')}
          </Button>
        )}
        <MoreMenu agentId={agentId} canWrite={canWrite} hasLeads={hasLeads} />
      </div>
    </div>
  );
}

function Filters({ agentId }: { agentId: string }) {
  const t = useTexts('leads');
  const { search, change } = useLeadSearch();
  const groups = useLeadGroups(agentId);
  const count = countLeadFilters({ ...search, search: undefined });
  const put = (part: Parameters<typeof change>[0]) => change(part, { replace: true });
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />}>
          {count === 0 ? t('filters.more') : t('filters.count', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.filters} aria-label={t('filters.more')}>
        <Select
          label={t('filters.sort')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          value={search.sort ?? 'created'}
          onChange={(sort) => put({ sort: sort === 'created' ? undefined : (sort as LeadSort) })}
          data={LEAD_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        />
        <Select
          label={t('filters.group')}
          placeholder={t('filters.any')}
          clearable
          clearButtonProps={{ 'aria-label': t('filters.clearOne', { name: t('filters.group') }) }}
          comboboxProps={{ withinPortal: false }}
          value={search.group ?? null}
          onChange={(group) => put({ group: group ?? undefined })}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          nothingFoundMessage={t('groups.none')}
        />
        <Select
          label={t('filters.source')}
          placeholder={t('filters.any')}
          clearable
          clearButtonProps={{ 'aria-label': t('filters.clearOne', { name: t('filters.source') }) }}
          comboboxProps={{ withinPortal: false }}
          value={search.source ?? null}
          onChange={(source) => put({ source: (source as LeadSource | null) ?? undefined })}
          data={LEAD_SOURCES.map((value) => ({ value, label: t(`sources.${value}`) }))}
        />
        <div className={styles.days}>
          <TextInput
            type="date"
            label={t('filters.from')}
            max={search.to}
            value={search.from ?? ''}
            onChange={(event) => put({ from: event.currentTarget.value || undefined })}
          />
          <TextInput
            type="date"
            label={t('filters.to')}
            min={search.from}
            value={search.to ?? ''}
            onChange={(event) => put({ to: event.currentTarget.value || undefined })}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function MoreMenu({ agentId, canWrite, hasLeads }: { agentId: string; canWrite: boolean; hasLeads: boolean }) {
  const t = useTexts('leads');
  const { change } = useLeadSearch();
  const run = useLeadExport(agentId);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('more')} loading={run.isPending}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canWrite && (
          <Menu.Item
            leftSection={<IconUpload size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => change({ tool: 'import' })}
          >
            {t('import.action')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
          disabled={!hasLeads}
          onClick={() => run.mutate()}
        >
          {t('export.action')}
        </Menu.Item>
        {canWrite && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconTags size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => change({ tool: 'groups' })}
            >
              {t('groups.action')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowMerge size={16} stroke={1.5} aria-hidden="true" />}
              disabled={!hasLeads}
              onClick={() => change({ tool: 'duplicates' })}
            >
              {t('duplicates.action')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
