import { defaultVariantColorsResolver, type MantineThemeOverride } from '@mantine/core';

/** Controls take the brand's own pairs of ground and text, which are computed to be readable; see `brandCss`. */
export const adaptTheme = (theme: MantineThemeOverride): MantineThemeOverride => ({
  ...theme,
  fontFamily: 'var(--brand-font)',
  headings: { ...theme.headings, fontFamily: 'var(--brand-font)' },
  variantColorResolver: (input) => {
    const isBrand = input.color === undefined || input.color === 'accent' || input.color === input.theme.primaryColor;
    if (isBrand && input.variant === 'filled')
      return {
        background: 'var(--ui-accent)',
        hover: 'var(--brand-hover)',
        color: 'var(--brand-on)',
        hoverColor: 'var(--brand-on-hover)',
        border: '1px solid var(--brand-border)',
      };
    if (isBrand && (input.variant === 'outline' || input.variant === 'light'))
      return {
        background: input.variant === 'light' ? 'var(--ui-accent-soft)' : 'transparent',
        hover: 'var(--ui-accent-soft)',
        color: 'var(--ui-accent-text)',
        hoverColor: 'var(--ui-accent-text)',
        border: input.variant === 'light' ? '1px solid transparent' : '1px solid var(--brand-edge)',
      };
    return defaultVariantColorsResolver(input);
  },
});
