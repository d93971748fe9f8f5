import type { Operator } from '@antiphon/contract/handoffs';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatLanguage } from '../../../ui/format/format.ts';
import { FilterChoice, ListFilters, ListSearch } from '../../../ui/lists/list-filters.tsx';
import { AgentFilter } from '../../agent-choice/agent-filter.tsx';
import { useInboxPlace } from '../inbox-place.ts';
import { type InboxSearch, useChangeInbox, useInboxSearch } from '../inbox-search.ts';
import styles from './inbox.module.css';

/** What visitors most often speak; any other is found by its words. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr', 'uk', 'ru', 'ar', 'he', 'hi', 'zh', 'ja'];

type Filters = Omit<InboxSearch, 'folder' | 'chat'>;
const behindButton = ({ tag, operatorId, lang }: Filters) =>
  [tag, operatorId, lang].filter((one) => one !== undefined).length;
export const hasInboxFilters = (filters: Filters) =>
  behindButton(filters) > 0 || filters.search !== undefined || filters.agentId !== undefined;

/** Words and agent at hand, the rest behind a button that tells how many are set. */
export function InboxFilters({ operators, isOfOne }: { operators: Operator[]; isOfOne: boolean }) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const search = useInboxSearch();
  const change = useChangeInbox();
  const { data: settings } = useQuery(query.handoffs.getSettings.queryOptions({ input: { uid } }));
  const set = (part: InboxSearch) => change({ ...part, chat: undefined }, { replace: true });
  const count = behindButton(search);
  const tags = [...new Set([...(settings?.predefinedTags ?? []), ...(search.tag ? [search.tag] : [])])];
  const choices = [
    { name: 'tag' as const, data: tags.map((tag) => ({ value: tag, label: tag })) },
    { name: 'operatorId' as const, data: operators.map(({ id, name }) => ({ value: id, label: name })) },
    { name: 'lang' as const, data: languages.map((lang) => ({ value: lang, label: formatLanguage(lang) })) },
  ];
  return (
    <div className={styles.filters}>
      <ListSearch
        label={t('filters.search')}
        value={search.search}
        onSearch={(words) => set({ search: words })}
        className={styles.search}
      />
      {!isOfOne && (
        <AgentFilter className={styles.agent} value={search.agentId} onChange={(agentId) => set({ agentId })} />
      )}
      <ListFilters
        title={t('filters.more')}
        label={count === 0 ? t('filters.more') : t('filters.count', { count })}
        position="bottom-end"
      >
        {choices
          .filter(({ data }) => data.length > 0)
          .map(({ name, data }) => (
            <FilterChoice
              key={name}
              label={t(`filters.${name}`)}
              placeholder={t('filters.any')}
              clearLabel={t('filters.clearOne', { name: t(`filters.${name}`) })}
              value={search[name]}
              onChange={(value) => set({ [name]: value })}
              data={data}
            />
          ))}
      </ListFilters>
    </div>
  );
}
