import type { MailRecord, SendingDomain } from '@antiphon/contract/sending-domains';
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconMail } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { copyText } from './copy-text.ts';
import styles from './email.module.css';
import { InstructionsDialog } from './instructions-dialog.tsx';
import { instructionsOf, toneOf, whyOf } from './mail-record-words.ts';

/** Each record on a card of its own: values are too long to stand in columns. */
export function MailRecords({ domain, canEdit }: { domain: SendingDomain; canEdit: boolean }) {
  const t = useTexts('agency-email');
  const [isSending, setSending] = useState(false);
  const { records, checkedAt } = domain;
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
  const copyAll = () => copyText(instructionsOf(t, domain.domain, records), t('instructions.copied'));
  return (
    <>
      <Group gap={8}>
        {canEdit && (
          <Button variant="default" leftSection={<IconMail {...icon} />} onClick={() => setSending(true)}>
            {t('instructions.send')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copyAll()}>
          {t('instructions.copy')}
        </Button>
      </Group>
      <ul className={styles.records}>
        {records.map((record) => (
          <MailRecordCard key={`${record.type} ${record.name}`} record={record} wasLooked={checkedAt !== null} />
        ))}
      </ul>
      <InstructionsDialog domain={domain.domain} isOpen={isSending} onClose={() => setSending(false)} />
    </>
  );
}

function MailRecordCard({ record, wasLooked }: { record: MailRecord; wasLooked: boolean }) {
  const t = useTexts('agency-email');
  const { type, name, short, value, priority, ttl, status } = record;
  const id = useId();
  const whole = `${type} ${name}`;
  return (
    <li className={styles.record} aria-labelledby={id}>
      <div className={styles.head}>
        <p className={styles.kind} id={id}>
          <bdi>{record.record}</bdi>{' '}
          <span className={styles.type} data-text="content">
            {type}
          </span>
        </p>
        <StatusBadge tone={toneOf[status]}>{t(`statuses.${status}`)}</StatusBadge>
      </div>
      <dl className={styles.values}>
        <Copied label={t('name')} of={whole} value={name} />
        {short !== name && <Copied label={t('short')} of={whole} value={short} />}
        <Copied label={t('wanted')} of={whole} value={value} />
        <Row label={t('found')}>
          <Found record={record} wasLooked={wasLooked} />
        </Row>
        {priority !== undefined && <Copied label={t('priority')} of={whole} value={String(priority)} />}
        <Row label={t('ttl')}>
          <span data-text="content">{ttl}</span>
        </Row>
      </dl>
      <Why record={record} wasLooked={wasLooked} />
    </li>
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

function Copied({ label, of, value }: { label: string; of: string; value: string }) {
  const t = useTexts('agency-email');
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

function Found({ record, wasLooked }: { record: MailRecord; wasLooked: boolean }) {
  const t = useTexts('agency-email');
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

function Why({ record, wasLooked }: { record: MailRecord; wasLooked: boolean }) {
  const t = useTexts('agency-email');
  const ofDns = useTexts('dns-records');
  const said = whyOf(record, wasLooked);
  if (said === null) return null;
  const isWrong = record.state === 'wrong' || record.status === 'temporary_failure';
  return (
    <p className={styles.why} data-wrong={isWrong || undefined}>
      {said.at === 'dns' ? ofDns(`why.${said.why.code}`, said.why.params) : t(`why.${said.key}`)}
    </p>
  );
}
