import type { MailRecord, SendingDomain } from '@antiphon/contract/sending-domains';
import { Button, Group } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { CopyInstructions } from './copy-instructions.tsx';
import { InstructionsDialog } from './instructions-dialog.tsx';
import { sayWhyNot, toneOf } from './mail-record-words.ts';
import { RecordCard, RecordCards } from './record-card.tsx';

/** What has to stand in the sending domain's DNS, and what does. */
export function MailRecords({ domain, canEdit }: { domain: SendingDomain; canEdit: boolean }) {
  const t = useTexts('agency-email');
  const [isSending, setSending] = useState(false);
  const { records, checkedAt } = domain;
  return (
    <>
      <Group gap={8}>
        {canEdit && (
          <Button
            variant="default"
            leftSection={<IconMail size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => setSending(true)}
          >
            {t('instructions.send')}
          </Button>
        )}
        <CopyInstructions domain={domain.domain} records={records} />
      </Group>
      <RecordCards>
        {records.map((record) => (
          <MailRecordCard key={`${record.type} ${record.name}`} record={record} wasLooked={checkedAt !== null} />
        ))}
      </RecordCards>
      <InstructionsDialog domain={domain.domain} isOpen={isSending} onClose={() => setSending(false)} />
    </>
  );
}

function MailRecordCard({ record, wasLooked }: { record: MailRecord; wasLooked: boolean }) {
  const t = useTexts('agency-email');
  const ofRecords = useTexts('dns-records');
  const { status, state } = record;
  const text = sayWhyNot({ ofMail: t, ofRecords }, record, wasLooked);
  const isWrong = state === 'wrong' || status === 'temporary_failure';
  return (
    <RecordCard
      record={record}
      title={<bdi>{record.record}</bdi>}
      badge={<StatusBadge tone={toneOf[status]}>{t(`statuses.${status}`)}</StatusBadge>}
      wasLooked={wasLooked}
      why={text === null ? null : { text, isWrong }}
    />
  );
}
