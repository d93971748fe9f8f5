import { Button } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FilterChoice, FilterDays, ListFilters, ListSearch } from '../../../ui/lists/list-filters.tsx';
import { AgentFilter } from '../../agent-choice/agent-filter.tsx';
import { useIsClient } from '../../workspaces/use-workspace.ts';
import { choiceFilters, countFilters, noFilters } from '../conversation-filters.ts';
import { useChangeSearch, useConversationsSearch, useOneAgent } from '../conversation-place.ts';
import styles from './all-conversations.module.css';

/** Words and agent at hand, the rest behind a button that tells how many are set. */
export function FilterBar() {
  const t = useTexts('sessions');
  const { convo: _convo, view: _view, chat: _chat, ...search } = useConversationsSearch();
  const changeSearch = useChangeSearch();
  const isOfOne = useOneAgent() !== null;
  const isClient = useIsClient();
  const change = (part: object) => changeSearch((old) => ({ ...old, ...part }), { replace: true });
  const { search: _words, agentId: _agentId, ...hidden } = search;
  const count = countFilters(hidden);
  return (
    <>
      <ListSearch
        label={t('search')}
        value={search.search}
        onSearch={(words) => change({ search: words })}
        className={styles.search}
      />
      {!isOfOne && (
        <AgentFilter className={styles.agent} value={search.agentId} onChange={(agentId) => change({ agentId })} />
      )}
      <ListFilters
        title={t('filters.more')}
        label={count === 0 ? t('filters.more') : t('filters.count', { count })}
        position="bottom-end"
      >
        {choiceFilters
          .filter(({ name }) => !isClient || name !== 'channel')
          .map(({ name, values }) => (
            <FilterChoice
              key={name}
              label={t(`filters.${name}`)}
              placeholder={t('filters.any')}
              clearLabel={t('filters.clearOne', { name: t(`filters.${name}`) })}
              value={search[name]}
              onChange={(value) => change({ [name]: value })}
              data={values.map((value) => ({ value, label: t(`values.${name}_${value}` as 'values.contact_yes') }))}
            />
          ))}
        <FilterDays
          labels={{ from: t('filters.from'), to: t('filters.to') }}
          from={search.from}
          to={search.to}
          onChange={change}
        />
      </ListFilters>
      {countFilters(search) > 0 && (
        <Button variant="subtle" color="gray" onClick={() => change(noFilters)}>
          {t('filters.clear')}
        </Button>
      )}
    </>
  );
}
