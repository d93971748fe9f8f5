import type { CustomDomain } from '@antiphon/contract/agency-hosts';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RecordCard, RecordCards } from './record-card.tsx';
import { RecordInstructions } from './record-instructions.tsx';
import { isFaulty, sayWhy } from './record-words.ts';
import { ReminderLine } from './reminder-line.tsx';

/** What has to stand in the domain's DNS, and what does. */
export function CustomDomainRecords({ domain, canEdit }: { domain: CustomDomain; canEdit: boolean }) {
  const t = useTexts('agency-domains');
  const ofRecords = useTexts('dns-records');
  const { records, checkedAt, remindedEmail } = domain;
  const wasLooked = checkedAt !== null;
  return (
    <>
      {remindedEmail !== '' && (
        <ReminderLine
          email={remindedEmail}
          domain={domain.domain}
          canEdit={canEdit}
          stop={() => api.agencies.stopDomainReminder({ query: { domain: domain.domain } })}
        />
      )}
      <RecordInstructions domain={domain.domain} domainType="customDomain" records={records} canEdit={canEdit} />
      <RecordCards>
        {records.map((record) => {
          const text = sayWhy(ofRecords, record, wasLooked);
          return (
            <RecordCard
              key={`${record.type} ${record.name} ${record.value}`}
              record={record}
              title={t(record.type === 'TXT' ? 'proof' : 'leads')}
              wasLooked={wasLooked}
              why={text === null ? null : { text, isWrong: isFaulty(record) }}
            />
          );
        })}
      </RecordCards>
    </>
  );
}
