import { NAME_PLACE } from '@antiphon/contract/campaign-words';
import { skipToken, useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { TemplateChoice } from '../template-choice.tsx';
import { SendTest } from './send-test.tsx';
import type { SavedStepProps } from './step-props.ts';

/** Which approved text everybody gets. */
export function TemplateField({ agentId, campaign, onChange, onSave }: SavedStepProps) {
  const t = useTexts('campaigns');
  const { connectionId, template } = campaign;
  const templates = useQuery(
    query.campaigns.listTemplates.queryOptions({
      input: connectionId === null ? skipToken : { id: agentId, connectionId },
      retry: false,
    }),
  );
  if (connectionId === null) return null;
  const hasSome = !templates.isError && !(templates.isSuccess && templates.data.items.length === 0);
  return (
    <>
      <TemplateChoice
        templates={templates}
        template={template}
        onChange={(chosen) => onChange({ template: chosen })}
        name={{ put: NAME_PLACE, shown: t('whatsapp.sampleName') }}
        hint={t('whatsapp.placeHint')}
      />
      {hasSome && <SendTest agentId={agentId} campaign={campaign} onSave={onSave} />}
    </>
  );
}
