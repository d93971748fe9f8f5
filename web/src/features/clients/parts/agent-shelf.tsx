import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './clients.module.css';
import { dragAgent } from './use-assignments.ts';

/** The workspace's agents, to be dragged onto orgs and people. Wide screens only: everywhere the buttons do the same. */
export function AgentShelf() {
  const t = useTexts('clients');
  const { uid } = useWorkspace();
  const [search, setSearch] = useState('');
  const agents = useQuery(
    query.agents.list.queryOptions({
      input: { uid, search: search || undefined, sort: 'title', limit: 50 },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <aside className={styles.shelf} aria-label={t('agents.title')}>
      <h2 className={styles.shelfTitle}>{t('agents.title')}</h2>
      <p className={styles.hint}>{t('agents.hint')}</p>
      <TextInput
        aria-label={t('agents.search')}
        placeholder={t('agents.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={styles.shelfList}>
        {agents.data?.items.map(({ ID, title }) => (
          <li key={ID} className={styles.shelfAgent} title={title} data-text="content" {...dragAgent(ID)}>
            {title}
          </li>
        ))}
      </ul>
    </aside>
  );
}
