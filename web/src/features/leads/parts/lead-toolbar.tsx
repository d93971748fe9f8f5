import { LEAD_SORTS, LEAD_SOURCES, type LeadSort, type LeadSource } from '@antiphon/contract/lead-fields';
import { ActionIcon, Button, Menu, Select } from '@mantine/core';
import { IconArrowMerge, IconDots, IconDownload, IconPlus, IconTags, IconUpload } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { FilterChoice, FilterDays, ListFilters, ListSearch } from '../../../ui/lists/list-filters.tsx';
import { countLeadFilters, toLeadFilters } from '../lead-search.ts';
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

export function LeadToolbar({ agentId, canWrite, hasLeads, isBare }: LeadToolbarProps) {
  const t = useTexts('leads');
  const { search, change } = useLeadSearch();
  return (
    <div className={styles.toolbar}>
      {!isBare && (
        <>
          <ListSearch
            label={t('search')}
            value={search.search}
            onSearch={(words) => change({ search: words }, { replace: true })}
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
    <ListFilters
      title={t('filters.more')}
      label={count === 0 ? t('filters.more') : t('filters.count', { count })}
      position="bottom-start"
    >
      <Select
        label={t('filters.sort')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        value={search.sort ?? 'created'}
        onChange={(sort) => put({ sort: sort === 'created' ? undefined : (sort as LeadSort) })}
        data={LEAD_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
      />
      <FilterChoice
        label={t('filters.group')}
        placeholder={t('filters.any')}
        clearLabel={t('filters.clearOne', { name: t('filters.group') })}
        value={search.group}
        onChange={(group) => put({ group })}
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        nothingFoundMessage={t('groups.none')}
      />
      <FilterChoice
        label={t('filters.source')}
        placeholder={t('filters.any')}
        clearLabel={t('filters.clearOne', { name: t('filters.source') })}
        value={search.source}
        onChange={(source) => put({ source: source as LeadSource | undefined })}
        data={LEAD_SOURCES.map((value) => ({ value, label: t(`sources.${value}`) }))}
      />
      <FilterDays
        labels={{ from: t('filters.from'), to: t('filters.to') }}
        from={search.from}
        to={search.to}
        onChange={put}
      />
    </ListFilters>
  );
}

function MoreMenu({ agentId, canWrite, hasLeads }: { agentId: string; canWrite: boolean; hasLeads: boolean }) {
  const t = useTexts('leads');
  const { search, change } = useLeadSearch();
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
          onClick={() => run.mutate({ matching: toLeadFilters(search) })}
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
