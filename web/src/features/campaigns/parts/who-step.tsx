import { isMessageKind } from '@antiphon/contract/campaign-words';
import type { LeadGroup } from '@antiphon/contract/leads';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { Preview } from './preview.tsx';
import { RecordConsent } from './record-consent.tsx';
import type { SavedStepProps } from './step-props.ts';

/** Which leads are reached, and why some are not. */
export function WhoStep({ agentId, campaign, onChange, onSave }: SavedStepProps) {
  const t = useTexts('campaigns');
  const isMessage = isMessageKind(campaign.kind);
  const sender = isMessage ? campaign.connectionId : campaign.phoneNumberId;
  const groups = useQuery(query.campaigns.listGroups.queryOptions({ input: { id: agentId } }));
  const all: LeadGroup[] = groups.data?.items ?? [];
  const picked = [...campaign.groupIds, '-', ...campaign.withoutGroupIds].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice, of which the preview is
  useEffect(() => void onSave(), [picked]);
  const data = all.map(({ id, name }) => ({ value: id, label: name }));
  const chosen = (ids: string[]) => all.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  return (
    <FormSection title={t(isMessage ? 'sms.who' : 'who.title')} description={t(isMessage ? 'sms.whoText' : 'who.text')}>
      {groups.isError && (
        <LoadFailure
          title={t('who.groupsFailed')}
          problem={toProblem(groups.error)}
          onRetry={() => void groups.refetch()}
        />
      )}
      {groups.isSuccess && all.length === 0 && <Notice>{t('who.noGroups')}</Notice>}
      <MultiSelect
        label={t('who.groups')}
        placeholder={campaign.groupIds.length === 0 ? t('who.groupsChoose') : undefined}
        data={data}
        value={campaign.groupIds}
        onChange={(ids) => onChange({ groupIds: chosen(ids) })}
        searchable
      />
      <MultiSelect
        label={t('who.without')}
        placeholder={campaign.withoutGroupIds.length === 0 ? t('who.withoutNone') : undefined}
        data={data}
        value={campaign.withoutGroupIds}
        onChange={(ids) => onChange({ withoutGroupIds: chosen(ids) })}
        searchable
      />
      {campaign.groupIds.length > 0 && (
        <>
          <RecordConsent agentId={agentId} kind={campaign.kind} groupIds={campaign.groupIds} />
          {sender === null ? (
            <Notice>{t('who.numberFirst')}</Notice>
          ) : (
            <Preview agentId={agentId} campaign={campaign} />
          )}
        </>
      )}
    </FormSection>
  );
}
