import { COLOR_USAGES, DEFAULT_PRIMARY, THEME_TYPES, THEME_VARIANTS } from '@antiphon/contract/agency-themes';
import { adaptedSchemes, hslToHex, paletteSteps, textOn } from '@antiphon/contract/brand-palette';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { ColourInput } from '../../../ui/fields/colour-input.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import styles from './agencies.module.css';
import type { AgencyForm } from './agency-values.ts';
import { FontField } from './font-field.tsx';
import type { ChosenFont } from './use-font.ts';

export function ThemeFields({ form, font }: { form: AgencyForm; font: ChosenFont }) {
  const t = useTexts('agencies');
  const { primary, themeType, themeColorUsage } = form.values;
  return (
    <>
      <FormSection title={t('theme.colour')}>
        <ColourInput
          label={t('theme.primary')}
          hex={primary}
          startHex={DEFAULT_PRIMARY}
          onChange={(hex) => form.setFieldValue('primary', hex ?? DEFAULT_PRIMARY)}
        >
          <Palette primary={primary} isDark={themeType === 'dark'} />
          {adaptedSchemes(primary).map((scheme) => (
            <p key={scheme} className={styles.hint} role="status">
              {t(`theme.adapted.${scheme}`)}
            </p>
          ))}
        </ColourInput>
        <div>
          <p className={styles.label} id="colour-usage">
            {t('theme.usage')}
          </p>
          <SegmentedControl
            aria-labelledby="colour-usage"
            value={themeColorUsage}
            onChange={(usage) => form.setFieldValue('themeColorUsage', usage)}
            data={COLOR_USAGES.map((usage) => ({ value: usage, label: t(`theme.usages.${usage}`) }))}
          />
        </div>
        <NativeSelect
          label={t('theme.type')}
          data={THEME_TYPES.map((type) => ({ value: type, label: t(`theme.types.${type}`) }))}
          {...form.getInputProps('themeType')}
        />
      </FormSection>
      <FormSection title={t('theme.shape')}>
        <FontField form={form} font={font} />
        <NativeSelect
          label={t('theme.variant')}
          description={t('theme.variantHint')}
          data={THEME_VARIANTS.map((variant) => ({ value: variant, label: t(`theme.variants.${variant}`) }))}
          {...form.getInputProps('themeVariant')}
        />
      </FormSection>
    </>
  );
}

function Palette({ primary, isDark }: { primary: string; isDark: boolean }) {
  const t = useTexts('agencies');
  return (
    <ol className={styles.palette} aria-label={t('theme.palette')}>
      {paletteSteps(primary, isDark).map((step) => {
        const hex = hslToHex(step);
        return (
          <li key={step[2]} style={{ background: hex, color: textOn(hex) }} data-text="content">
            {step[2]}
          </li>
        );
      })}
    </ol>
  );
}
