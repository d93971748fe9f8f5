import { AGENCY_FONTS } from '@antiphon/contract/agency-themes';
import { Autocomplete, Loader } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import styles from './agencies.module.css';
import type { AgencyForm } from './agency-values.ts';
import type { ChosenFont } from './use-font.ts';

/** Any family of the list of fonts, those that the installation has itself offered. */
export function FontField({ form, font }: { form: AgencyForm; font: ChosenFont }) {
  const t = useTexts('agencies');
  const { error, ...input } = form.getInputProps('googleFont');
  const isWaiting = font.state === 'checking' || font.state === 'wanted';
  const said = font.state === 'wanted' ? 'theme.fontWanted' : font.state === 'failed' ? 'theme.fontFailed' : null;
  return (
    <div>
      <Autocomplete
        label={t('theme.font')}
        description={t('theme.fontHint')}
        maxLength={80}
        data={[...AGENCY_FONTS]}
        filter={({ options, search }) => (isOffered(search) ? options : options.filter(hasText(search)))}
        renderOption={({ option }) => (option.value === 'inherit' ? t('theme.inherit') : option.value)}
        spellCheck={false}
        dir="ltr"
        rightSection={isWaiting ? <Loader size={16} role="img" aria-label={t('theme.fontChecking')} /> : undefined}
        {...input}
        error={font.state === 'unknown' ? t('theme.fontUnknown') : error}
      />
      {said && (
        <p className={styles.hint} role="status">
          {t(said)}
        </p>
      )}
    </div>
  );
}

const isOffered = (name: string) => (AGENCY_FONTS as readonly string[]).includes(name);
const hasText = (search: string) => (option: object) =>
  'value' in option && String(option.value).toLowerCase().includes(search.trim().toLowerCase());
