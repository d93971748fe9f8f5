import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';

/** What is pasted, and shown only to whoever asks for it. */
export function SecretInput(props: PasswordInputProps) {
  const t = useTexts('channels');
  return (
    <PasswordInput
      autoComplete="off"
      dir="ltr"
      visibilityToggleButtonProps={{ 'aria-label': t('whatsapp.showSecret') }}
      {...props}
    />
  );
}
