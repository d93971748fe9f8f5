import type { Lead } from '@antiphon/contract/leads';
import { Checkbox, UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { cell, DataTable } from '../../../ui/data-table.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './leads.module.css';

interface LeadTableProps {
  items: readonly Lead[];
  /** Null where nothing can be done with several. */
  selected: ReadonlySet<string> | null;
  onSelect: (ids: ReadonlySet<string>) => void;
  onOpen: (id: string) => void;
  more: { onMore: () => void; isLoading: boolean } | null;
}

export function LeadTable({ items, selected, onSelect, onOpen, more }: LeadTableProps) {
  const t = useTexts('leads');
  const chosen = selected === null ? 0 : items.filter(({ id }) => selected.has(id)).length;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <>
      {selected !== null && (
        <Checkbox
          className={styles.all}
          label={t('selectAll')}
          checked={chosen > 0 && chosen === items.length}
          indeterminate={chosen > 0 && chosen < items.length}
          onChange={() => onSelect(new Set(chosen === items.length ? [] : items.map(({ id }) => id)))}
        />
      )}
      <DataTable
        label={t('title')}
        columns={[
          ...(selected === null ? [] : [{ label: t('select'), kind: 'hidden' as const }]),
          { label: t('fields.name') },
          { label: t('fields.email'), isWideOnly: true },
          { label: t('fields.phone'), isWideOnly: true },
          { label: t('groups.title'), isWideOnly: true },
          { label: t('source'), isWideOnly: true },
          { label: t('lastSeen') },
        ]}
        more={more}
      >
        {items.map((lead) => (
          <LeadRow
            key={lead.id}
            lead={lead}
            isSelected={selected === null ? null : selected.has(lead.id)}
            onToggle={() => toggle(lead.id)}
            onOpen={() => onOpen(lead.id)}
          />
        ))}
      </DataTable>
    </>
  );
}

interface LeadRowProps {
  lead: Lead;
  isSelected: boolean | null;
  onToggle: () => void;
  onOpen: () => void;
}

/** Whoever has no name is called by their address, or their number. */
export const leadTitle = ({ name, email, phone }: Pick<Lead, 'name' | 'email' | 'phone'>) => name || email || phone;

function LeadRow({ lead, isSelected, onToggle, onOpen }: LeadRowProps) {
  const t = useTexts('leads');
  const { email, phone, company, groups, source, lastSeenAt } = lead;
  const title = leadTitle(lead);
  return (
    <tr data-selected={isSelected || undefined} className={styles.row}>
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
