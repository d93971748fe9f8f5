import type { PhoneNumber } from '@antiphon/contract/phone-numbers';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { truncateChars } from '../../../ui/format/format.ts';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { useScheduleName } from '../../schedules/use-schedule-name.ts';
import styles from './phone-numbers.module.css';

const agentChars = 32;
const shownAtOnce = 50;

interface NumberTableProps {
  items: PhoneNumber[];
  /** Of all agents: each row names its own. */
  hasAgents: boolean;
  /** Null: whoever looks may not change them. */
  onOpen: ((number: PhoneNumber) => void) | null;
}

export function NumberTable({ items, hasAgents, onOpen }: NumberTableProps) {
  const t = useTexts('calls');
  const [most, setMost] = useState(shownAtOnce);
  return (
    <DataTable
      label={t('views.phoneNumbers')}
      columns={[
        { label: t('numbers.number') },
        { label: t('numbers.name'), isWideOnly: true },
        ...(hasAgents ? [{ label: t('numbers.agent'), isWideOnly: true }] : []),
        { label: t('numbers.hours'), isWideOnly: true },
        { label: t('numbers.transfer') },
      ]}
      more={items.length > most ? { onMore: () => setMost(most + shownAtOnce), isLoading: false } : null}
    >
      {items.slice(0, most).map((one) => (
        <Row key={one.id} one={one} hasAgents={hasAgents} onOpen={onOpen} />
      ))}
    </DataTable>
  );
}

function Row({ one, hasAgents, onOpen }: { one: PhoneNumber } & Omit<NumberTableProps, 'items'>) {
  const t = useTexts('calls');
  const nameOf = useScheduleName();
  const digits = (
    <bdi dir="ltr" className="tabular">
      {one.number}
    </bdi>
  );
  const agent =
    one.agentTitle === '' ? (
      t('numbers.noAgent')
    ) : (
      <span title={one.agentTitle} data-text="content" dir="auto">
        {truncateChars(one.agentTitle, agentChars)}
      </span>
    );
  return (
    <tr>
      <td>
        {onOpen ? (
          <button type="button" className={styles.open} onClick={() => onOpen(one)}>
            {digits}
          </button>
        ) : (
          digits
        )}
        <span className={styles.narrow} data-text="content" dir="auto">
          {one.name}
        </span>
        {hasAgents && <span className={styles.narrow}>{agent}</span>}
      </td>
      <td className={`${cell.muted} ${cell.wideOnly}`} data-text="content" dir="auto">
        {one.name}
      </td>
      {hasAgents && <td className={`${cell.muted} ${cell.wideOnly}`}>{agent}</td>}
      <td className={`${cell.muted} ${cell.wideOnly}`} data-text="content" dir="auto">
        {one.scheduleId === null ? t('numbers.always') : nameOf(one.scheduleId)}
      </td>
      <td className={cell.muted}>
        {one.transferTo === '' ? t('numbers.nobody') : <bdi dir="ltr">{one.transferTo}</bdi>}
      </td>
    </tr>
  );
}
