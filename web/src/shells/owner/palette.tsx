import { Modal } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { currentRegion } from '../../api.ts';
import { useWorkspace } from '../../features/workspaces/use-workspace.ts';
import { useTexts } from '../../texts/texts.ts';
import { type SearchItem, SearchList } from '../../ui/lists/search-list.tsx';
import { matchesWords } from './match-words.ts';
import styles from './palette.module.css';
import { addRecent, readRecent } from './palette-recent.ts';
import { type PaletteChoice, usePaletteChoices } from './use-palette-choices.tsx';
import { usePaletteCommands } from './use-palette-commands.tsx';
import { usePaletteSearch } from './use-palette-search.tsx';

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** What was typed before the field stood. */
  takeTyped: () => string;
}

/** Search and every command, by keyboard alone. It opens over whatever is there, drawers included. */
export function Palette({ isOpen, onClose, takeTyped }: PaletteProps) {
  const t = useTexts('shell');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={600}
      padding={0}
      zIndex={500}
      classNames={{ body: styles.body }}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
    >
      {isOpen && <Content onClose={onClose} takeTyped={takeTyped} />}
    </Modal>
  );
}

const LIST_HEIGHT_PX = 380;

function Content({ onClose, takeTyped }: Omit<PaletteProps, 'isOpen'>) {
  const t = useTexts('shell');
  const { uid } = useWorkspace();
  const region = currentRegion();
  const [query, setQuery] = useState('');
  // After the field took the focus.
  useLayoutEffect(() => setQuery((since) => takeTyped() + since), [takeTyped]);
  const [choice, setChoice] = useState<PaletteChoice | null>(null);
  const choose = (to: PaletteChoice | null) => {
    setQuery('');
    setChoice(to);
  };
  const choices = usePaletteChoices();
  const commands = usePaletteCommands(choose);
  const found = usePaletteSearch(choice === null ? query.trim() : '');

  /** Choosing closes the palette, except for what opens a choice within it. */
  const closing = (items: SearchItem[]): SearchItem[] =>
    items.map((item) => ({
      ...item,
      run: () => {
        if (!item.id.startsWith('choose-')) onClose();
        if (!/^(set|conversation)-/.test(item.id)) addRecent(region, uid, item);
        item.run();
      },
    }));
  const matching = (items: SearchItem[]) => items.filter(({ label }) => matchesWords(label, query));

  const recent = query === '' ? readRecent(region, uid) : [];
  const known = [...commands.actions, ...commands.page, ...commands.places];
  const again = recent.flatMap((one): SearchItem[] => {
    const item = known.find(({ id }) => id === one.id) ?? found.reopen(one);
    return item ? [item] : [];
  });
  const others = (items: SearchItem[]) => matching(items).filter(({ id }) => !again.some((one) => one.id === id));
  const all =
    choice === null
      ? [
          { label: t('palette.recent'), items: again },
          { label: t('palette.page'), items: others(commands.page) },
          { label: t('palette.actions'), items: others(commands.actions) },
          { label: t('palette.goTo'), items: others(commands.places) },
          { label: t('palette.agents'), items: found.agents },
          { label: t('palette.conversations'), items: found.conversations },
        ]
      : [{ label: t(`palette.placeholders.${choice}`), items: matching(choices[choice]) }];

  return (
    <SearchList
      key={choice}
      label={t('palette.title')}
      placeholder={choice === null ? t('palette.placeholder') : t(`palette.placeholders.${choice}`)}
      query={query}
      onQuery={setQuery}
      groups={all.map(({ label, items }) => ({ label, items: closing(items) })).filter(({ items }) => items.length > 0)}
      empty={found.isFailed ? t('palette.failed') : t('palette.nothing', { query: query.trim() })}
      count={(count) => t('palette.found', { count })}
      isLoading={found.isLoading}
      onClose={choice === null ? onClose : () => choose(null)}
      onBack={choice === null ? undefined : () => choose(null)}
      maxHeight={LIST_HEIGHT_PX}
    />
  );
}
