import '@mantine/dropzone/styles.css';
import { Button, Input } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { type ClipboardEvent, useId, useRef, useState } from 'react';
import { type Say, useTexts } from '../../texts/texts.ts';
import styles from './file-input.module.css';
import { FileRow, type ListedFile } from './file-row.tsx';

interface FileInputProps {
  label: string;
  description?: string;
  /** Endings, such as `png`. */
  types: readonly string[];
  maxSizeMB: number;
  isMultiple?: boolean;
  isDisabled?: boolean;
  error?: string;
  files?: readonly ListedFile[];
  onAdd: (files: File[]) => void;
  onRemove?: (id: string) => void;
}

/** Files by drop, paste or dialog. Those of a wrong ending or size are refused with the reason; the others are handed on. */
export function FileInput(props: FileInputProps) {
  const { label, description, types, maxSizeMB, isMultiple = false, isDisabled = false, error } = props;
  const { files = [], onAdd, onRemove } = props;
  const t = useTexts('ui');
  const open = useRef<() => void>(null);
  const id = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = (given: File[]) => {
    const taken = isMultiple ? given : given.slice(0, 1);
    const reasons = taken.map((file) => refuse(t, file, types, maxSizeMB));
    setRefusal(reasons.find((reason) => reason !== null) ?? null);
    const good = taken.filter((_file, index) => reasons[index] === null);
    if (good.length > 0) onAdd(good);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0 || isDisabled) return;
    event.preventDefault();
    add(pasted);
  };
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      id={id}
      description={description}
      error={refusal ?? error}
      errorProps={{ role: 'alert' }}
    >
      <Dropzone
        openRef={open}
        onDrop={add}
        onPaste={paste}
        activateOnClick={false}
        disabled={isDisabled}
        multiple={isMultiple}
        // The browser's guess of a type is not to be trusted: `add` judges, and says why.
        accept={undefined}
        enablePointerEvents
        className={styles.drop}
        inputProps={{ 'aria-label': label, accept: types.map((type) => `.${type}`).join(',') }}
        tabIndex={-1}
      >
        <div className={styles.inner}>
          {/* For whoever has a pointer; the field is named by its label, and the button does the same. */}
          <span className={styles.words} aria-hidden="true">
            {t(isMultiple ? 'fileInput.dropMany' : 'fileInput.drop')}
          </span>
          <Button variant="default" disabled={isDisabled} onClick={() => open.current?.()}>
            {t(isMultiple ? 'fileInput.chooseMany' : 'fileInput.choose')}
          </Button>
        </div>
      </Dropzone>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file) => (
            <FileRow key={file.id} file={file} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </Input.Wrapper>
  );
}

function refuse(t: Say<'ui'>, file: File, types: readonly string[], maxSizeMB: number): string | null {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!types.includes(ending)) return t('fileInput.onlyTypes', { types: types.join(', ') });
  return file.size > maxSizeMB * 1024 * 1024 ? t('fileInput.sizeMax', { count: maxSizeMB }) : null;
}
