import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';

/** The key of a provider: it is written once and never shown again by the server. */
export function KeyInput(props: PasswordInputProps) {
  const t = useTexts('credentials');
  return (
    <PasswordInput
      label={t('form.key')}
      description={t('form.keyHint')}
      autoComplete="off"
      maxLength={500}
      visibilityToggleButtonProps={{ 'aria-label': t('form.showKey') }}
      {...props}
    />
  );
}
