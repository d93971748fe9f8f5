import type { Conversation } from '@antiphon/contract/conversations';
import { Button, Loader } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { useOneAgent } from '../conversation-place.ts';
import styles from './all-conversations.module.css';
import { ListedConversation } from './listed-conversation.tsx';
import { useListKeys } from './use-list-keys.ts';

interface ConversationListProps {
  items: Conversation[];
  openId: string | undefined;
  onOpen: (id: string) => void;
  more: { isLoading: boolean; hasMore: boolean; hasFailed: boolean; load: () => void };
}

/** Of the list itself: beside the test chat it is as narrow as on a phone. */
const wideFromPx = 640;
const rowHeightPx = { wide: 68, narrow: 96 };
/** So many rows before the end the next page is asked for. */
const aheadRows = 15;

/** However long the list, only the rows that are seen are in the page. */
export function ConversationList({ items, openId, onOpen, more }: ConversationListProps) {
  const t = useTexts('sessions');
  const list = useRef<HTMLUListElement>(null);
  const isOfOne = useOneAgent() !== null;
  const { ref: measure, width } = useElementSize();
  const ref = useMergedRef(list, measure);
  const isNarrow = width > 0 && width < wideFromPx;
  const height = rowHeightPx[isNarrow ? 'narrow' : 'wide'];
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of the rows is the occasion
  useEffect(() => rows.measure(), [height]);
  const seen = rows.getVirtualItems();
  const last = seen.at(-1)?.index ?? 0;
  const { hasMore, isLoading, hasFailed, load } = more;
  useEffect(() => {
    if (last >= items.length - aheadRows && hasMore && !isLoading && !hasFailed) load();
  }, [last, items.length, hasMore, isLoading, hasFailed, load]);
  const move = useListKeys({
    ids: items.map(({ id }) => id),
    openId,
    onOpen,
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }),
    list,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step);
  };
  return (
    <>
      <ul
        ref={ref}
        className={styles.list}
        aria-label={isOfOne ? t('ofOne') : t('title')}
        data-narrow={isNarrow || undefined}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {seen.map(({ index, start }) => {
          const conversation = items[index];
          return (
            conversation && (
              <li
                key={conversation.id}
                className={styles.item}
                aria-setsize={hasMore ? -1 : items.length}
                aria-posinset={index + 1}
                style={{ height, transform: `translateY(${start - rows.options.scrollMargin}px)` }}
              >
                <ListedConversation conversation={conversation} isOpen={conversation.id === openId} />
              </li>
            )
          );
        })}
      </ul>
      <div className={styles.end} role="status">
        {isLoading && <Loader size={18} role="img" aria-label={t('loadingMore')} />}
        {hasFailed && (
          <Button variant="default" onClick={load}>
            {t('loadMore')}
          </Button>
        )}
        {!hasMore && <span className={styles.count}>{t('end', { count: items.length })}</span>}
      </div>
    </>
  );
}
