import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import styles from './copy-block.module.css';

/** Lines of code with a copy button. */
export function CopyBlock({ label, value }: { label: string; value: string }) {
  const t = useTexts('ui');
  return (
    <figure className={styles.block}>
      <figcaption className={styles.label}>{label}</figcaption>
      <pre className={styles.code} dir="ltr" data-text="content">
        {value}
      </pre>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('copied') : t('copy')}>
            <ActionIcon
              className={styles.copy}
              onClick={copy}
              aria-label={copied ? t('copied') : t('copyOf', { label })}
              size={28}
            >
              {copied ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </figure>
  );
}
