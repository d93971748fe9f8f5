import { Button, Popover, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { countFilters } from '../session-filters.ts';
import { useChangeSearch, useOneAgent, useSessionsSearch } from '../session-place.ts';
import { AgentFilter } from './agent-filter.tsx';
import styles from './sessions.module.css';

const searchDelayMs = 300;

type Filter = { name: 'activity' | 'channel' | 'unanswered' | 'rating' | 'contact'; values: readonly string[] };
const choices: Filter[] = [
  { name: 'activity', values: ['writing', 'recent', 'quiet'] },
  { name: 'channel', values: ['widget', 'test'] },
  { name: 'unanswered', values: ['yes', 'no'] },
  { name: 'rating', values: ['5', '4', '3', '2', '1', 'none'] },
  { name: 'contact', values: ['yes', 'no'] },
];

/** Words and agent at hand, the rest behind a button that tells how many are set. */
export function SessionFilterBar() {
  const t = useTexts('sessions');
  const { convo: _convo, view: _view, chat: _chat, ...search } = useSessionsSearch();
  const changeSearch = useChangeSearch();
  const isOfOne = useOneAgent() !== null;
  const change = (part: object) => changeSearch((old) => ({ ...old, ...part }), { replace: true });
  const setSearch = useDebouncedCallback(
    (value: string) => change({ search: value.trim() || undefined }),
    searchDelayMs,
  );
  const { search: _words, agentId: _agentId, ...hidden } = search;
  const count = countFilters(hidden);
  return (
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
      {!isOfOne && <AgentFilter value={search.agentId} onChange={(agentId) => change({ agentId })} />}
      <Popover position="bottom-end" width={320} trapFocus returnFocus shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />}
          >
            {count === 0 ? t('filters.more') : t('filters.count', { count })}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={styles.filters} aria-label={t('filters.more')}>
          {choices
            .filter(({ name }) => !isOfOne || name !== 'channel')
            .map(({ name, values }) => (
              <Select
                key={name}
                label={t(`filters.${name}`)}
                placeholder={t('filters.any')}
                clearable
                comboboxProps={{ withinPortal: false }}
                clearButtonProps={{ 'aria-label': t('filters.clearOne', { name: t(`filters.${name}`) }) }}
                value={search[name] ?? null}
                onChange={(value) => change({ [name]: value ?? undefined })}
                data={values.map((value) => ({ value, label: t(`values.${name}_${value}` as 'values.contact_yes') }))}
              />
            ))}
          <div className={styles.days}>
            <TextInput
              type="date"
              label={t('filters.from')}
              max={search.to}
              value={search.from ?? ''}
              onChange={(event) => change({ from: event.currentTarget.value || undefined })}
            />
            <TextInput
              type="date"
              label={t('filters.to')}
              min={search.from}
              value={search.to ?? ''}
              onChange={(event) => change({ to: event.currentTarget.value || undefined })}
            />
          </div>
        </Popover.Dropdown>
      </Popover>
      {countFilters(search) > 0 && (
        <Button variant="subtle" color="gray" onClick={() => changeSearch(() => ({}))}>
          {t('filters.clear')}
        </Button>
      )}
    </>
  );
}
