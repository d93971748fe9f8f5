import type { DocumentState } from '@antiphon/contract/knowledge';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import styles from './knowledge.module.css';

const here = '/app/$region/agents/$agentId/$tab';
const searchDelayMs = 250;
const states: DocumentState[] = ['SUCCESS', 'PENDING', 'INITIALIZED', 'ERROR'];

/** Words and state, both in the address. */
export function DocumentFilters({ search, state }: { search: string | undefined; state: DocumentState | undefined }) {
  const t = useTexts('knowledge');
  const navigate = useNavigate({ from: here });
  const setSearch = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, search: value.trim() || undefined }), replace: true });
  }, searchDelayMs);
  return (
    <div className={styles.filters}>
      <TextInput
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
        defaultValue={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
        className={styles.search}
      />
      <Select<DocumentState>
        aria-label={t('list.state')}
        placeholder={t('list.allStates')}
        clearable
        clearButtonProps={{ 'aria-label': t('list.showAllStates') }}
        className={styles.state}
        value={state ?? null}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, state: value ?? undefined }), replace: true })}
        data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
    </div>
  );
}
