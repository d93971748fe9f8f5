import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { FilePicker } from '../file-picker.tsx';
import styles from './add-form.module.css';

/** The files are sent in the list, each with its own progress and result. */
export function AddFilesForm({ onAdd }: { onAdd: (files: File[]) => void }) {
  const t = useTexts('knowledge');
  const [files, setFiles] = useState<File[]>([]);
  const [isAsked, setAsked] = useState(false);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (files.length === 0) setAsked(true);
        else onAdd(files);
      }}
    >
      <FilePicker
        files={files}
        error={isAsked && files.length === 0 ? t('files.atLeastOne') : undefined}
        onChange={(next) => {
          setFiles(next);
          setAsked(false);
        }}
      />
      <div className={styles.actions}>
        <Button type="submit">{t('files.submit', { count: Math.max(1, files.length) })}</Button>
      </div>
    </form>
  );
}
