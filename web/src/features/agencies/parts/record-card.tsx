import type { CheckedRecord } from '@antiphon/contract/dns-records';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { copyText } from './copy-text.ts';
import styles from './record-card.module.css';
import type { SetUpRecord } from './record-words.ts';

interface RecordCardProps {
  record: SetUpRecord;
  /** What it is for. */
  title: ReactNode;
  badge?: ReactNode;
  wasLooked: boolean;
  /** What keeps it from being enough. */
  why: { text: string; isWrong: boolean } | null;
}

/** Each on a card of its own: values are too long to stand in columns. */
export const RecordCards = ({ children }: { children: ReactNode }) => <ul className={styles.records}>{children}</ul>;

/** A record that somebody has to set up, beside it what was found in its place. */
export function RecordCard({ record, title, badge, wasLooked, why }: RecordCardProps) {
  const t = useTexts('dns-records');
  const { type, name, short, value, priority, ttl } = record;
  const id = useId();
  const whole = `${type} ${name}`;
  return (
    <li className={styles.record} aria-labelledby={id}>
      <div className={styles.head}>
        <p className={styles.kind} id={id}>
          {title}{' '}
          <span className={styles.type} data-text="content">
            {type}
          </span>
        </p>
        {badge}
      </div>
      <dl className={styles.values}>
        <CopiedValue label={t('name')} of={whole} value={name} />
        {short !== name && <CopiedValue label={t('short')} of={whole} value={short} />}
        <CopiedValue label={t('wanted')} of={whole} value={value} />
        <Row label={t('found')}>
          <Found record={record} wasLooked={wasLooked} />
        </Row>
        {priority !== undefined && <CopiedValue label={t('priority')} of={whole} value={String(priority)} />}
        <Row label={t('ttl')}>
          <span data-text="content">{ttl}</span>
        </Row>
      </dl>
      {why && (
        <p className={styles.why} data-wrong={why.isWrong || undefined}>
          {why.text}
        </p>
      )}
    </li>
  );
}

interface BareRecordProps {
  record: Pick<CheckedRecord, 'type' | 'name' | 'value'>;
  title: ReactNode;
}

/** One of which nobody has looked for anything yet. */
export function BareRecordCard({ record: { type, name, value }, title }: BareRecordProps) {
  const t = useTexts('dns-records');
  const whole = `${type} ${name}`;
  return (
    <div className={styles.record}>
      <p className={styles.kind}>
        {title}{' '}
        <span className={styles.type} data-text="content">
          {type}
        </span>
      </p>
      <dl className={styles.values}>
        <CopiedValue label={t('name')} of={whole} value={name} />
        <CopiedValue label={t('value')} of={whole} value={value} />
      </dl>
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CopiedValue({ label, of, value }: { label: string; of: string; value: string }) {
  const t = useTexts('dns-records');
  const inWords = useTexts('ui');
  return (
    <Row label={label}>
      <code className={styles.value} dir="ltr">
        {value}
      </code>
      <Tooltip label={inWords('copy')}>
        <ActionIcon
          size={28}
          aria-label={t('copyOf', { label, name: of })}
          onClick={() => void copyText(value, t('copied'))}
        >
          <IconCopy size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </Row>
  );
}

function Found({ record, wasLooked }: { record: CheckedRecord; wasLooked: boolean }) {
  const t = useTexts('dns-records');
  const { found, state } = record;
  if (state === 'right')
    return (
      <span className={styles.right}>
        <IconCheck size={16} stroke={1.5} aria-hidden="true" />
        {t('foundRight')}
      </span>
    );
  if (found.length === 0)
    return <span className={styles.none}>{t(wasLooked && state !== 'unknown' ? 'foundNothing' : 'foundUnknown')}</span>;
  return (
    <ul className={styles.others}>
      {found.map((one) => (
        <li key={one}>
          <code className={styles.value} dir="ltr">
            {one}
          </code>
        </li>
      ))}
    </ul>
  );
}
