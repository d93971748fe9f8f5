import { useLingui } from '@lingui/react';
import { NativeSelect } from '@mantine/core';
import { type Language, languages } from '../../texts/languages.ts';
import { setLanguage, useTexts } from '../../texts/texts.ts';

interface LanguageSelectProps {
  size?: 'xs' | 'sm';
  /** Beside other controls that name themselves, the label is for those who do not see them. */
  hasLabel?: boolean;
  onPick?: (language: Language) => void;
}

/** The dashboard's language, kept in this browser. Each language stands under its own name. */
export function LanguageSelect({ size = 'sm', hasLabel = true, onPick }: LanguageSelectProps) {
  const t = useTexts('ui');
  const { i18n } = useLingui();
  return (
    <NativeSelect
      size={size}
      {...(hasLabel ? { label: t('language') } : { 'aria-label': t('language') })}
      value={i18n.locale}
      onChange={(event) => {
        const language = event.currentTarget.value as Language;
        void setLanguage(language);
        onPick?.(language);
      }}
      data={languages.map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}
