import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import { formatBytes } from '../format/format.ts';
import styles from './file-input.module.css';

/** `progress` is the share that was sent, 0 to 1; missing once all is there. */
export interface ListedFile {
  id: string;
  name: string;
  size: number;
  progress?: number;
}

interface FileRowProps {
  file: ListedFile;
  /** Why it could not be sent. */
  problem?: string | undefined;
  onRetry?: ((id: string) => void) | undefined;
  onRemove?: ((id: string) => void) | undefined;
}

/** One file of a list: its name and size, how far it has come or why it did not, and what can be done with it. */
export function FileRow({ file, problem, onRetry, onRemove }: FileRowProps) {
  const t = useTexts('ui');
  const { id, name, size, progress } = file;
  const percent = Math.round((progress ?? 1) * 100);
  return (
    <li className={styles.file}>
      <IconFile size={16} stroke={1.5} aria-hidden="true" />
      <span className={styles.name} title={name} data-text="content" dir="auto">
        {name}
      </span>
      <span className={`${styles.size} tabular`}>{formatBytes(size)}</span>
      {onRetry !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => onRetry(id)}>
          {t('retry')}
        </Button>
      )}
      {onRemove !== undefined && (
        <ActionIcon size={28} aria-label={t('fileInput.remove', { name })} onClick={() => onRemove(id)}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      )}
      {problem !== undefined && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
      {progress !== undefined && problem === undefined && (
        <Progress
          className={styles.progress}
          size={3}
          value={percent}
          aria-label={t('fileInput.progress', { name, percent })}
        />
      )}
    </li>
  );
}
