import type { Lead } from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import { Checkbox, UnstyledButton } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell, DataTable, RowGap } from '../../../ui/lists/data-table.tsx';
import styles from './leads.module.css';

interface LeadTableProps {
  items: readonly Lead[];
  /** All that match, read or not. */
  total: number;
  /** Null where nothing can be done with several. */
  selected: ReadonlySet<string> | null;
  onSelect: (ids: ReadonlySet<string>) => void;
  onOpen: (id: string) => void;
  more: { isLoading: boolean; hasMore: boolean; hasFailed: boolean; load: () => void };
}

const rowHeightPx = 49;
/** So many rows before the end the next page is asked for. */
const aheadRows = 15;

/** However long the list, only the rows that are seen are in the page, and what comes next is read on the way there. */
export function LeadTable({ items, total, selected, onSelect, onOpen, more }: LeadTableProps) {
  const t = useTexts('leads');
  const frame = useRef<HTMLDivElement>(null);
  const { seen, before, after, measure } = useSeenRows(items, frame, more);
  const shown = items.slice(0, limits.leadBulkMax);
  const chosen = selected === null ? 0 : shown.filter(({ id }) => selected.has(id)).length;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const columns = [
    ...(selected === null ? [] : [{ label: t('select'), kind: 'hidden' as const }]),
    { label: t('fields.name') },
    { label: t('fields.email'), isWideOnly: true },
    { label: t('fields.phone'), isWideOnly: true },
    { label: t('groups.title'), isWideOnly: true },
    { label: t('source'), isWideOnly: true },
    { label: t('lastSeen') },
  ];
  return (
    <>
      {selected !== null && (
        <Checkbox
          className={styles.all}
          label={t('selectAll')}
          checked={chosen > 0 && chosen === shown.length}
          indeterminate={chosen > 0 && chosen < shown.length}
          onChange={() => onSelect(new Set(chosen === shown.length ? [] : shown.map(({ id }) => id)))}
        />
      )}
      <div ref={frame}>
        <DataTable
          label={t('title')}
          columns={columns}
          rowCount={total + 1}
          more={more.hasFailed ? { onMore: more.load, isLoading: more.isLoading } : null}
        >
          <RowGap height={before} columns={columns.length} />
          {seen.map(({ index, lead }) => (
            <LeadRow
              key={lead.id}
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              lead={lead}
              isSelected={selected === null ? null : selected.has(lead.id)}
              onToggle={() => toggle(lead.id)}
              onOpen={() => onOpen(lead.id)}
            />
          ))}
          <RowGap height={after} columns={columns.length} />
        </DataTable>
      </div>
    </>
  );
}

/** Which rows to draw, with the heights of what is above and below them; reads on before the end is reached. */
function useSeenRows(
  items: readonly Lead[],
  frame: React.RefObject<HTMLDivElement | null>,
  { isLoading, hasMore, hasFailed, load }: LeadTableProps['more'],
) {
  const [top, setTop] = useState(0);
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  // What stands above the table comes and goes.
  useLayoutEffect(() => {
    const place = (frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(place - top) > 1) setTop(place);
  });
  const drawn = rows.getVirtualItems();
  const last = drawn.at(-1);
  const lastIndex = last?.index ?? 0;
  useEffect(() => {
    if (lastIndex >= items.length - aheadRows && hasMore && !isLoading && !hasFailed) load();
  }, [lastIndex, items.length, hasMore, isLoading, hasFailed, load]);
  return {
    seen: drawn.flatMap(({ index }) => {
      const lead = items[index];
      return lead ? [{ index, lead }] : [];
    }),
    before: (drawn[0]?.start ?? top) - top,
    after: last ? rows.getTotalSize() - (last.end - top) : 0,
    measure: rows.measureElement,
  };
}

interface LeadRowProps extends ComponentProps<'tr'> {
  lead: Lead;
  isSelected: boolean | null;
  onToggle: () => void;
  onOpen: () => void;
}

/** Whoever has no name is called by their address, or their number. */
export const leadTitle = ({ name, email, phone }: Pick<Lead, 'name' | 'email' | 'phone'>) => name || email || phone;

function LeadRow({ lead, isSelected, onToggle, onOpen, ...row }: LeadRowProps) {
  const t = useTexts('leads');
  const { email, phone, company, groups, source, lastSeenAt } = lead;
  const title = leadTitle(lead);
  return (
    <tr {...row} data-selected={isSelected || undefined} className={styles.row}>
      {isSelected !== null && (
        <td className={styles.check}>
          <Checkbox aria-label={t('selectOne', { name: title })} checked={isSelected} onChange={onToggle} />
        </td>
      )}
      <td className={styles.who}>
        <UnstyledButton className={styles.name} onClick={onOpen} title={title}>
          <span data-text="content" dir="auto">
            {title}
          </span>
        </UnstyledButton>
        <div className={styles.sub} data-text="content" dir="auto">
          <span className={styles.narrowOnly}>{lead.name === '' ? phone : email || phone}</span>
          <span className={styles.wide}>{company}</span>
        </div>
      </td>
      <td className={`${cell.wideOnly} ${styles.cut}`} data-text="content" title={email}>
        {email}
      </td>
      <td className={`${cell.wideOnly} ${styles.short} tabular`}>
        <span data-text="content" dir="ltr">
          {phone}
        </span>
      </td>
      <td className={cell.wideOnly}>
        <GroupNames names={groups.map(({ name }) => name)} />
      </td>
      <td className={`${cell.wideOnly} ${cell.muted} ${styles.short}`}>{t(`sources.${source}`)}</td>
      <td className={`${cell.muted} ${styles.short}`}>
        <RelativeTime date={lastSeenAt} />
      </td>
    </tr>
  );
}

const SHOWN = 2;

function GroupNames({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <span className={styles.groups} title={names.join(', ')}>
      {names.slice(0, SHOWN).map((name) => (
        <span key={name} className={styles.group} data-text="content" dir="auto">
          {name}
        </span>
      ))}
      {names.length > SHOWN && <span className={styles.group}>+{names.length - SHOWN}</span>}
    </span>
  );
}
