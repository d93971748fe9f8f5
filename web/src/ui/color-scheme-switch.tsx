import { SegmentedControl, useMantineColorScheme } from '@mantine/core';

type Choice = 'light' | 'dark' | 'auto';

export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl<Choice>
      aria-label="Theme"
      size="xs"
      fullWidth
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
        { value: 'auto', label: 'System' },
      ]}
    />
  );
}
