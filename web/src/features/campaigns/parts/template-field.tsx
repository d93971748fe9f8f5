import { NAME_PLACE } from '@antiphon/contract/campaign-words';
import type { MessageTemplate } from '@antiphon/contract/campaigns';
import { Button, Select, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import styles from './campaigns.module.css';
import { SendTest } from './send-test.tsx';
import type { SavedStepProps } from './step-props.ts';

const keyOf = ({ name, language }: Pick<MessageTemplate, 'name' | 'language'>) => `${name} ${language}`;

/** Which approved text everybody gets, and what stands in its places. */
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
  if (templates.isError)
    return (
      <LoadFailure
        title={t('whatsapp.templatesFailed')}
        problem={toProblem(templates.error)}
        onRetry={() => void templates.refetch()}
      />
    );
  const all = templates.data?.items ?? [];
  if (templates.isSuccess && all.length === 0) return <Notice>{t('whatsapp.noTemplates')}</Notice>;
  const chosen = all.find((one) => template !== null && keyOf(one) === keyOf(template));
  const choose = (key: string | null) => {
    const one = all.find((each) => keyOf(each) === key);
    if (one) onChange({ template: { name: one.name, language: one.language, values: one.places.map(() => '') } });
  };
  return (
    <>
      <Select
        label={t('whatsapp.template')}
        description={t('whatsapp.templateHint')}
        placeholder={t(templates.isPending ? 'whatsapp.templatesPending' : 'whatsapp.templateChoose')}
        disabled={templates.isPending}
        allowDeselect={false}
        searchable
        value={template && keyOf(template)}
        onChange={choose}
        data={all.map((one) => ({
          value: keyOf(one),
          label: [`${one.name} (${one.language})`, one.fault && t(`whatsapp.faults.${one.fault}`)]
            .filter(Boolean)
            .join(' · '),
          disabled: one.fault !== null,
        }))}
      />
      {templates.isSuccess && template && !chosen && <Notice>{t('whatsapp.gone')}</Notice>}
      {chosen && template && <Places template={template} chosen={chosen} onChange={onChange} />}
      <SendTest agentId={agentId} campaign={campaign} onSave={onSave} />
    </>
  );
}

interface PlacesProps {
  template: NonNullable<SavedStepProps['campaign']['template']>;
  chosen: MessageTemplate;
  onChange: SavedStepProps['onChange'];
}

function Places({ template, chosen, onChange }: PlacesProps) {
  const t = useTexts('campaigns');
  const { values } = template;
  const set = (at: number, value: string) =>
    onChange({
      template: { ...template, values: chosen.places.map((_, n) => (n === at ? value : (values[n] ?? ''))) },
    });
  return (
    <>
      {chosen.places.map((place, at) => (
        <TextInput
          key={place}
          label={t('whatsapp.place', { place: `{{${place}}}` })}
          description={at === 0 ? t('whatsapp.placeHint') : undefined}
          dir="auto"
          value={values[at] ?? ''}
          maxLength={200}
          onChange={(event) => set(at, event.currentTarget.value)}
          rightSectionWidth="auto"
          rightSection={
            <Button variant="subtle" size="compact-sm" onClick={() => set(at, `${values[at] ?? ''}${NAME_PLACE}`)}>
              {t('whatsapp.insertName')}
            </Button>
          }
        />
      ))}
      <div>
        <p className={styles.muted}>{t(`whatsapp.categories.${chosen.category}`)}</p>
        <p className={styles.bubble} data-text="content" dir="auto">
          {textOf(chosen, values, t('whatsapp.sampleName'))}
        </p>
        {chosen.buttons.length > 0 && (
          <p className={styles.muted}>
            {t('whatsapp.buttons')} <bdi data-text="content">{chosen.buttons.join(' · ')}</bdi>
          </p>
        )}
      </div>
    </>
  );
}

/** With what is typed so far; a place that is empty stays one. */
const textOf = ({ text, places }: MessageTemplate, values: readonly string[], name: string): string =>
  places.reduce((filled, place, at) => {
    const value = (values[at] ?? '').replaceAll(NAME_PLACE, name);
    return value.trim() === '' ? filled : filled.replaceAll(`{{${place}}}`, () => value);
  }, text);
