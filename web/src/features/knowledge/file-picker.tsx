import '@mantine/dropzone/styles.css';
import { ActionIcon, Button, Input } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileText, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { formatBytes } from '../../ui/format/format.ts';
import styles from './file-picker.module.css';
import { refuseFile } from './sources.ts';

interface FilePickerProps {
  files: File[];
  onChange: (files: File[]) => void;
  error?: ReactNode;
}

/** Several files by drop or dialog; each refused one is named with its reason, the others stay. */
export function FilePicker({ files, onChange, error }: FilePickerProps) {
  const t = useTexts('knowledge');
  const open = useRef<() => void>(null);
  const [refused, setRefused] = useState<string[]>([]);
  const add = (dropped: File[]) => {
    const reasons = dropped.map((file) => refuseFile(file));
    setRefused(reasons.filter((reason) => reason !== null));
    const known = new Set(files.map(identity));
    onChange([...files, ...dropped.filter((file, index) => reasons[index] === null && !known.has(identity(file)))]);
  };
  return (
    <Input.Wrapper label={t('files.label')} description={t('files.hint')} error={error}>
      <Dropzone
        openRef={open}
        onDrop={add}
        activateOnClick={false}
        // The browser's guess of a type is not to be trusted: `add` judges, and says why.
        accept={undefined}
        enablePointerEvents
        className={styles.drop}
        inputProps={{ 'aria-label': t('files.label') }}
        tabIndex={-1}
      >
        <p className={styles.dropTitle}>{t('files.drop')}</p>
        <Button variant="default" mt={10} onClick={() => open.current?.()}>
          {t('files.choose')}
        </Button>
      </Dropzone>
      {refused.length > 0 && (
        <div role="alert">
          <ul className={styles.refused}>
            {refused.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={identity(file)} className={styles.file}>
              <IconFileText size={16} stroke={1.5} aria-hidden="true" />
              <span className={styles.fileName} data-text="content" dir="auto" title={file.name}>
                {file.name}
              </span>
              <span className={`${styles.fileSize} tabular`}>{formatBytes(file.size)}</span>
              <ActionIcon
                size={28}
                aria-label={t('files.remove', { name: file.name })}
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                <IconX size={16} stroke={1.5} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Input.Wrapper>
  );
}

const identity = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`;
