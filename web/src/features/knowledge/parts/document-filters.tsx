import type { DocumentState } from '@antiphon/contract/knowledge';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import styles from './knowledge.module.css';

const here = '/app/$region/agents/$agentId/$tab';
const searchDelayMs = 250;

/** Words and state, both in the address. */
export function DocumentFilters({ search, state }: { search: string | undefined; state: DocumentState | undefined }) {
  const navigate = useNavigate({ from: here });
  const setSearch = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, search: value.trim() || undefined }), replace: true });
  }, searchDelayMs);
  return (
    <div className={styles.filters}>
      <TextInput
        aria-label="Search documents"
        placeholder="Search documents"
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
        defaultValue={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
        className={styles.search}
      />
      <Select<DocumentState>
        aria-label="State"
        placeholder="All states"
        clearable
        clearButtonProps={{ 'aria-label': 'Show all states' }}
        className={styles.state}
        value={state ?? null}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, state: value ?? undefined }), replace: true })}
        data={[
          { value: 'SUCCESS', label: 'Ready' },
          { value: 'PENDING', label: 'Reading' },
          { value: 'INITIALIZED', label: 'Waiting' },
          { value: 'ERROR', label: 'Failed' },
        ]}
      />
    </div>
  );
}
