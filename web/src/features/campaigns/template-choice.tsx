import type { ChosenTemplate, MessageTemplate } from '@antiphon/contract/message-templates';
import { Button, Select, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import styles from './parts/campaigns.module.css';

interface TemplateChoiceProps {
  templates: UseQueryResult<{ items: MessageTemplate[] }>;
  template: ChosenTemplate | null;
  onChange: (template: ChosenTemplate) => void;
  /** What a button puts into a place, and what is then read there; null where there is no name. */
  name: { put: string; shown: string } | null;
  /** Of what stands in the places. */
  hint?: string;
}

const keyOf = ({ name, language }: Pick<MessageTemplate, 'name' | 'language'>) => `${name} ${language}`;

/** Which approved text is sent, and what stands in its places. */
export function TemplateChoice({ templates, template, onChange, ...places }: TemplateChoiceProps) {
  const t = useTexts('campaigns');
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
    if (one) onChange({ name: one.name, language: one.language, values: one.places.map(() => '') });
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
      {chosen && template && <Places template={template} chosen={chosen} onChange={onChange} {...places} />}
    </>
  );
}

type PlacesProps = Pick<TemplateChoiceProps, 'onChange' | 'name' | 'hint'> & {
  template: ChosenTemplate;
  chosen: MessageTemplate;
};

function Places({ template, chosen, onChange, name, hint }: PlacesProps) {
  const t = useTexts('campaigns');
  const { values } = template;
  const set = (at: number, value: string) =>
    onChange({ ...template, values: chosen.places.map((_, n) => (n === at ? value : (values[n] ?? ''))) });
  return (
    <>
      {chosen.places.map((place, at) => (
        <TextInput
          key={place}
          label={t('whatsapp.place', { place: `{{${place}}}` })}
          description={at === 0 ? hint : undefined}
          dir="auto"
          value={values[at] ?? ''}
          maxLength={200}
          onChange={(event) => set(at, event.currentTarget.value)}
          rightSectionWidth="auto"
          rightSection={
            name && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => set(at, `${values[at] ?? ''}${name.put}`.slice(0, 200))}
              >
                {t('whatsapp.insertName')}
              </Button>
            )
          }
        />
      ))}
      <div>
        <p className={styles.muted}>{t(`whatsapp.categories.${chosen.category}`)}</p>
        <p className={styles.bubble} data-text="content" dir="auto">
          {textOf(chosen, values, name)}
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
const textOf = (
  { text, places }: MessageTemplate,
  values: readonly string[],
  name: TemplateChoiceProps['name'],
): string =>
  places.reduce((filled, place, at) => {
    const value = name ? (values[at] ?? '').replaceAll(name.put, name.shown) : (values[at] ?? '');
    return value.trim() === '' ? filled : filled.replaceAll(`{{${place}}}`, () => value);
  }, text);
