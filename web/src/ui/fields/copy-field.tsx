import { ActionIcon, CopyButton, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';

interface CopyFieldProps {
  label: string;
  value: string;
  description?: string;
}

/** A read-only value with a copy button. */
export function CopyField({ label, value, description }: CopyFieldProps) {
  const t = useTexts('ui');
  return (
    <TextInput
      label={label}
      value={value}
      description={description}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? t('copied') : t('copy')}>
              <ActionIcon onClick={copy} aria-label={copied ? t('copied') : t('copyOf', { label })} size={28}>
                {copied ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      }
    />
  );
}
