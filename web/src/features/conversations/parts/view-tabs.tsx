import { SegmentedControl } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { useMay } from '../../workspaces/use-workspace.ts';
import { useChangeSearch, useConversationsSearch } from '../conversation-place.ts';

/** All conversations, or those that wait for a person or have one. */
export function ViewTabs() {
  const t = useTexts('inbox');
  const { view } = useConversationsSearch();
  const change = useChangeSearch();
  if (!useMay('conversations.reply')) return null;
  return (
    <SegmentedControl
      value={view ?? 'all'}
      onChange={(next) => change(() => (next === 'inbox' ? { view: 'inbox' } : {}))}
      data={[
        { value: 'all', label: t('all') },
        { value: 'inbox', label: t('title') },
      ]}
    />
  );
}
