import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { PassageList } from '../passage-list.tsx';
import styles from './knowledge-search.module.css';

const here = '/app/$region/agents/$agentId/$tab';

/** The very search that an answer begins with. The words are in the address. */
export function KnowledgeSearch({ agentId }: { agentId: string }) {
  const t = useTexts('knowledge');
  const ui = useTexts('ui');
  const { search: q } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const [typed, setTyped] = useState(q ?? '');
  const found = useQuery(
    query.knowledge.search.queryOptions({ input: { id: agentId, q: q ?? '' }, enabled: q !== undefined }),
  );
  return (
    <div className={styles.search}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ search: (old) => ({ ...old, search: typed.trim() || undefined }) });
        }}
      >
        <TextInput
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
          maxLength={1_000}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={styles.field}
        />
        <Button type="submit" variant="default" loading={found.isFetching} disabled={typed.trim() === ''}>
          {ui('search')}
        </Button>
      </form>
      {q !== undefined && found.isPending && <RowsSkeleton rows={4} />}
      {found.isError && (
        <LoadFailure title={t('search.failed')} problem={toProblem(found.error)} onRetry={() => void found.refetch()} />
      )}
      {found.data?.items.length === 0 && (
        <EmptyState title={t('search.nothing')} description={t('search.nothingText')} />
      )}
      {found.data && found.data.items.length > 0 && <PassageList passages={found.data.items} />}
    </div>
  );
}
