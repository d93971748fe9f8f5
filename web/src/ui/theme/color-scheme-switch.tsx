import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';

type Choice = 'light' | 'dark' | 'auto';

export function ColorSchemeSwitch() {
  const t = useTexts('ui');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl<Choice>
      aria-label={t('theme')}
      size="xs"
      fullWidth
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: 'light', label: t('schemes.light') },
        { value: 'dark', label: t('schemes.dark') },
        { value: 'auto', label: t('schemes.auto') },
      ]}
    />
  );
}
