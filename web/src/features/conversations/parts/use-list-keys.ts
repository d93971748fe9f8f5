import { type RefObject, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { useCommands } from '../../../ui/page/commands.ts';

interface ListKeys {
  ids: string[];
  openId: string | undefined;
  onOpen: (id: string) => void;
  scrollTo: (index: number) => void;
  list: RefObject<HTMLElement | null>;
}

/**
 * `j` and `k` go down and up: with a conversation open the next one opens in its place, else the focus moves and Enter opens.
 * Returns the same for the arrow keys.
 */
export function useListKeys({ ids, openId, onOpen, scrollTo, list }: ListKeys) {
  const t = useTexts('sessions');
  const lastId = useRef<string | null>(null);
  // Where the focus is about to be: a second press may come before it is there.
  const comingId = useRef<string | null>(null);
  const move = (step: number) => {
    const at = ids.indexOf(openId ?? comingId.current ?? currentId(list.current) ?? lastId.current ?? '');
    const next = Math.min(Math.max(at + step, 0), ids.length - 1);
    const id = ids[next];
    if (id === undefined) return;
    lastId.current = id;
    scrollTo(next);
    if (openId !== undefined) return onOpen(id);
    comingId.current = id;
    // The row may be drawn only after the scrolling.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (comingId.current !== id) return;
        comingId.current = null;
        linkOf(list.current, id)?.focus();
      }),
    );
  };
  useCommands([
    {
      id: 'next-conversation',
      label: t('keys.next'),
      group: 'page',
      keys: 'j',
      isKeysOnly: true,
      worksInDialogs: true,
      run: () => move(1),
    },
    {
      id: 'previous-conversation',
      label: t('keys.previous'),
      group: 'page',
      keys: 'k',
      isKeysOnly: true,
      worksInDialogs: true,
      run: () => move(-1),
    },
  ]);
  return move;
}

const currentId = (list: HTMLElement | null) =>
  list?.contains(document.activeElement)
    ? (document.activeElement?.closest<HTMLElement>('[data-conversation]')?.dataset.conversation ?? null)
    : null;

const linkOf = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(id)}"]`);
