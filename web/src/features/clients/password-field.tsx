import { ActionIcon, CopyButton, Group, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import { generatePassword } from './generate-password.ts';
import styles from './parts/clients.module.css';

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: React.ReactNode;
  /** There is one already, which nobody can read; left empty it stays. */
  isReplacing: boolean;
}

const SHOWN = 5;

/** The first five characters can be read while typing, the rest is drawn as dots over the field's own text. */
export function PasswordField({ value, onChange, error, isReplacing }: PasswordFieldProps) {
  const t = useTexts('clients');
  const ui = useTexts('ui');
  return (
    <TextInput
      label={t('form.password')}
      description={t(isReplacing ? 'form.passwordKept' : 'form.passwordHint')}
      error={error}
      autoComplete="off"
      spellCheck={false}
      // Its text runs from the left in every language, and the mask with it.
      inputContainer={(field) => <div dir="ltr">{field}</div>}
      maxLength={128}
      classNames={{ input: styles.secret }}
      leftSectionWidth={0}
      leftSection={
        <bdi className={styles.mask} aria-hidden="true">
          {value.slice(0, SHOWN)}
          {'•'.repeat(Math.max(0, value.length - SHOWN))}
        </bdi>
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={68}
      rightSection={
        <Group gap={4} wrap="nowrap">
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Tooltip label={copied ? ui('copied') : ui('copy')}>
                <ActionIcon
                  aria-label={copied ? ui('copied') : ui('copyOf', { label: t('form.password') })}
                  disabled={value === ''}
                  onClick={copy}
                >
                  {copied ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
          <Tooltip label={t('form.regenerate')}>
            <ActionIcon aria-label={t('form.regenerate')} onClick={() => onChange(generatePassword())}>
              <IconRefresh size={16} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </Group>
      }
    />
  );
}
