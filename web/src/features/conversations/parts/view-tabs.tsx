import { SegmentedControl } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { useInboxCounts } from '../../inbox/use-inbox-counts.ts';
import { useSignals } from '../../signals/use-signals.ts';
import { useMay } from '../../workspaces/use-workspace.ts';
import { useChangeSearch, useConversationsSearch } from '../conversation-place.ts';

/** All conversations, or those that wait for a person or have one. */
export function ViewTabs() {
  const t = useTexts('inbox');
  const { view } = useConversationsSearch();
  const change = useChangeSearch();
  const open = useInboxCounts(useSignals)?.open ?? 0;
  if (!useMay('conversations.reply')) return null;
  return (
    <SegmentedControl
      value={view ?? 'all'}
      onChange={(next) => change(() => ({ view: next === 'inbox' ? 'inbox' : 'all' }))}
      data={[
        { value: 'all', label: t('all') },
        { value: 'inbox', label: open > 0 ? t('titleCount', { count: open }) : t('title') },
      ]}
    />
  );
}
