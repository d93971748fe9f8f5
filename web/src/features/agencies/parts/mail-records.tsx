import type { MailRecord, SendingDomain } from '@antiphon/contract/sending-domains';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { sayWhyNot, toneOf } from './mail-record-words.ts';
import { RecordCard, RecordCards } from './record-card.tsx';
import { RecordInstructions } from './record-instructions.tsx';
import { isFaulty } from './record-words.ts';

/** What has to stand in the sending domain's DNS, and what does. */
export function MailRecords({ domain, canEdit }: { domain: SendingDomain; canEdit: boolean }) {
  const { records, checkedAt } = domain;
  return (
    <>
      <RecordInstructions domain={domain.domain} records={records} canEdit={canEdit} />
      <RecordCards>
        {records.map((record) => (
          <MailRecordCard
            key={`${record.type} ${record.name}`}
            record={record}
            wasLooked={checkedAt !== null}
            canEdit={canEdit}
          />
        ))}
      </RecordCards>
    </>
  );
}

function MailRecordCard({ record, wasLooked, canEdit }: { record: MailRecord; wasLooked: boolean; canEdit: boolean }) {
  const t = useTexts('agency-email');
  const ofRecords = useTexts('dns-records');
  const { status } = record;
  const text = sayWhyNot({ ofMail: t, ofRecords }, record, wasLooked, canEdit);
  const isWrong = isFaulty(record) || status === 'temporary_failure';
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
