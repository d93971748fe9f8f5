import { useTexts } from '../../../texts/texts.ts';
import { LanguageSelect } from '../../../ui/fields/language-select.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { useKeepLanguage } from '../use-keep-language.ts';

/** The dashboard's language. It is shown at once and needs no saving. */
export function LanguageSection() {
  const t = useTexts('ui');
  const keepLanguage = useKeepLanguage();
  return (
    <FormSection title={t('language')} description={t('languageHint')}>
      <div>
        <LanguageSelect hasLabel={false} onPick={keepLanguage} />
      </div>
    </FormSection>
  );
}
