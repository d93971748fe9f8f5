import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { MessageField } from './message-field.tsx';
import type { SavedStepProps } from './step-props.ts';

/** From where it calls or writes, and what is said first. */
export function WhatStep({
  agentId,
  campaign,
  onChange,
  onSave,
  mayApprove,
}: SavedStepProps & { mayApprove: boolean }) {
  const t = useTexts('campaigns');
  const senders = useQuery(query.campaigns.listSenders.queryOptions({ input: { id: agentId } }));
  const isSms = campaign.kind === 'sms';
  const numbers = (senders.data?.items ?? []).filter(({ kind }) => kind === campaign.kind);
  const chosen = isSms ? campaign.connectionId : campaign.phoneNumberId;
  const sender = numbers.find(({ id }) => id === chosen);
  const choose = (id: string | null) => {
    const one = numbers.find((number) => number.id === id);
    onChange(one?.kind === 'sms' ? { connectionId: one.id } : { phoneNumberId: one?.id ?? null });
  };
  return (
    <FormSection title={t(isSms ? 'sms.title' : 'what.title')} description={t(isSms ? 'sms.text' : 'what.text')}>
      <TextInput
        label={t('what.name')}
        description={t('what.nameHint')}
        value={campaign.name}
        maxLength={80}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {senders.isError && (
        <LoadFailure
          title={t('what.numbersFailed')}
          problem={toProblem(senders.error)}
          onRetry={() => void senders.refetch()}
        />
      )}
      {senders.isSuccess && numbers.length === 0 ? (
        <Notice>{t(!mayApprove ? 'forClients.noNumber' : isSms ? 'sms.noNumber' : 'what.noNumber')}</Notice>
      ) : (
        <Select
          label={t(isSms ? 'sms.number' : 'what.number')}
          description={t(isSms ? 'sms.numberHint' : 'what.numberHint')}
          placeholder={t('what.numberChoose')}
          allowDeselect={false}
          value={chosen}
          onChange={choose}
          data={numbers.map(({ id, number, name }) => ({ value: id, label: `${number} ${name}`.trim() }))}
        />
      )}
      {sender?.kind === 'sms' && sender.registration && (
        <Notice>{t(mayApprove ? `sms.${sender.registration}` : 'forClients.registration')}</Notice>
      )}
      {isSms ? (
        <MessageField agentId={agentId} campaign={campaign} onChange={onChange} onSave={onSave} />
      ) : (
        <>
          <CountedTextarea
            label={t('what.opening')}
            description={t('what.openingHint')}
            charsMax={1_000}
            autosize
            minRows={3}
            value={campaign.text}
            onChange={(text) => onChange({ text })}
          />
          <CountedTextarea
            label={t('what.machine')}
            description={t('what.machineHint')}
            charsMax={500}
            autosize
            minRows={2}
            value={campaign.machineText}
            onChange={(machineText) => onChange({ machineText })}
          />
        </>
      )}
    </FormSection>
  );
}
