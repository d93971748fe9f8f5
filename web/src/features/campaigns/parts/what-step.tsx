import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import type { StepProps } from './step-props.ts';

/** From where it calls, and what is said first. */
export function WhatStep({ agentId, campaign, onChange }: StepProps) {
  const t = useTexts('campaigns');
  const senders = useQuery(query.campaigns.listSenders.queryOptions({ input: { id: agentId } }));
  const numbers = senders.data?.items ?? [];
  return (
    <FormSection title={t('what.title')} description={t('what.text')}>
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
        <Notice>{t('what.noNumber')}</Notice>
      ) : (
        <Select
          label={t('what.number')}
          description={t('what.numberHint')}
          placeholder={t('what.numberChoose')}
          allowDeselect={false}
          value={campaign.phoneNumberId}
          onChange={(id) => onChange({ phoneNumberId: numbers.find((one) => one.id === id)?.id ?? null })}
          data={numbers.map(({ id, number, name }) => ({ value: id, label: `${number} ${name}`.trim() }))}
        />
      )}
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
    </FormSection>
  );
}
