import { SegmentedControl } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { useMay } from '../../workspaces/use-workspace.ts';
import { useChangeSearch, useSessionsSearch } from '../session-place.ts';

/** All conversations, or those that wait for a person or have one. */
export function SessionViews() {
  const t = useTexts('inbox');
  const { view } = useSessionsSearch();
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
