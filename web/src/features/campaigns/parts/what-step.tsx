import { isMessageKind } from '@antiphon/contract/campaign-words';
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
import { TemplateField } from './template-field.tsx';

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
  const { kind } = campaign;
  const isMessage = isMessageKind(kind);
  const words = { call: 'what', sms: 'sms', whatsapp: 'whatsapp' } as const;
  const own = words[kind];
  const numbers = (senders.data?.items ?? []).filter((one) => one.kind === kind);
  const chosen = isMessage ? campaign.connectionId : campaign.phoneNumberId;
  const sender = numbers.find(({ id }) => id === chosen);
  const choose = (id: string | null) => {
    const one = numbers.find((number) => number.id === id);
    if (one?.kind === 'call') onChange({ phoneNumberId: one.id });
    // Each number of WhatsApp has its own templates.
    else if (one) onChange({ connectionId: one.id, ...(one.id === chosen ? {} : { template: null }) });
  };
  return (
    <FormSection title={t(`${own}.title`)} description={t(`${own}.text`)}>
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
        <Notice>{t(mayApprove ? `${own}.noNumber` : 'forClients.noNumber')}</Notice>
      ) : (
        <Select
          label={t(`${own}.number`)}
          description={t(`${own}.numberHint`)}
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
      {kind === 'whatsapp' && (
        <TemplateField agentId={agentId} campaign={campaign} onChange={onChange} onSave={onSave} />
      )}
      {kind === 'sms' && <MessageField agentId={agentId} campaign={campaign} onChange={onChange} onSave={onSave} />}
      {kind === 'call' && (
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
