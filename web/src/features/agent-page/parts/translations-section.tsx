import { Translation } from '@antiphon/contract/agents';
import { limits } from '@antiphon/contract/limits';
import { speakIn } from '@antiphon/contract/visitor-texts';
import { ActionIcon, Group, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { formatLanguage } from '../../../ui/format/format.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './translations-section.module.css';

const CODES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh';

/** What visitors of a language read, where the owner writes it. Beside each field stands what is said while it is empty. */
export function TranslationsSection() {
  const t = useTexts('agent-page');
  const { settings, patch } = useWorkingCopy();
  const { translations } = settings;
  const put = (lang: string, next: Translation | null) => {
    const { [lang]: _old, ...others } = translations;
    patch({ translations: next ? { ...translations, [lang]: next } : others });
  };
  const offered = CODES.split(' ')
    .filter((code) => !(code in translations))
    .map((value) => ({ value, label: formatLanguage(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <FormSection title={t('translations.title')} description={t('translations.text')}>
      {Object.entries(translations).map(([lang, translation]) => (
        <LanguageFields key={lang} lang={lang} translation={translation} onChange={(next) => put(lang, next)} />
      ))}
      <Select
        label={t('translations.add')}
        searchable
        value={null}
        data={offered}
        disabled={Object.keys(translations).length >= limits.translationsMax}
        onChange={(lang) => lang !== null && put(lang, Translation.parse({}))}
      />
    </FormSection>
  );
}

interface LanguageFieldsProps {
  lang: string;
  translation: Translation;
  /** Null takes the language away. */
  onChange: (next: Translation | null) => void;
}

function LanguageFields({ lang, translation, onChange }: LanguageFieldsProps) {
  const t = useTexts('agent-page');
  const tField = useTexts('working-copy');
  const { settings, errors } = useWorkingCopy();
  const name = formatLanguage(lang);
  // As it is said while nothing is written for this language.
  const { greeting, suggestedQuestions, theme, privacy } = speakIn({ ...settings, translations: {} }, lang);
  const beside = (text: string) => (text === '' ? t('translations.none') : t('translations.default', { text }));
  const field = (key: Exclude<keyof Translation, 'suggestedQuestions'>, description: string, maxLength: number) => ({
    label: tField(`fields.${key}`),
    description,
    maxLength,
    dir: 'auto' as const,
    lang,
    value: translation[key],
    error: errors[`translations.${lang}.${key}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...translation, [key]: event.currentTarget.value }),
  });
  return (
    <fieldset className={styles.language} aria-label={name}>
      <Group justify="space-between">
        <span className={styles.name}>{name}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('translations.remove', { language: name })}
          onClick={() => onChange(null)}
        >
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </Group>
      <Stack gap="md">
        <Textarea autosize minRows={2} {...field('greeting', beside(greeting), 1_000)} />
        <TagsInput
          label={t('translations.questions')}
          description={`${beside(suggestedQuestions.join(' '))} · ${t('translations.questionsHint', { max: limits.suggestedQuestionsMax })}`}
          maxTags={limits.suggestedQuestionsMax}
          splitChars={[]}
          acceptValueOnBlur
          value={translation.suggestedQuestions}
          error={errors[`translations.${lang}.suggestedQuestions`]}
          onChange={(next) => onChange({ ...translation, suggestedQuestions: next.map((one) => one.slice(0, 120)) })}
        />
        <TextInput {...field('proactiveMessage', beside(theme.proactiveMessage), 300)} />
        <TextInput {...field('aiNotice', beside(privacy.aiNotice), 200)} />
        <TextInput {...field('formOffer', t('translations.builtIn'), 300)} />
        <TextInput {...field('formAway', t('translations.builtIn'), 300)} />
      </Stack>
    </fieldset>
  );
}
