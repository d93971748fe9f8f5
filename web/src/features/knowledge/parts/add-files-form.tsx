import { Button } from '@mantine/core';
import { useState } from 'react';
import { FilePicker } from '../file-picker.tsx';
import styles from './add-form.module.css';

/** The files are sent in the list, each with its own progress and result. */
export function AddFilesForm({ onAdd }: { onAdd: (files: File[]) => void }) {
  const [files, setFiles] = useState<File[]>([]);
  const [error, setError] = useState<string>();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (files.length === 0) setError('Please add at least one file.');
        else onAdd(files);
      }}
    >
      <FilePicker
        files={files}
        error={files.length === 0 ? error : undefined}
        onChange={(next) => {
          setFiles(next);
          setError(undefined);
        }}
      />
      <div className={styles.actions}>
        <Button type="submit">{files.length > 1 ? `Add ${files.length} files` : 'Add file'}</Button>
      </div>
    </form>
  );
}
