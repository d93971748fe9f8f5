import { limits } from '@antiphon/contract/limits';
import type { PhotoUse } from '@antiphon/contract/uploads';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../../api.ts';
import { uploadClientPhoto, uploadPhoto } from '../../api-upload.ts';
import { useTexts } from '../../texts/texts.ts';
import { FileInput } from '../../ui/fields/file-input.tsx';
import { Face } from '../../ui/page/face.tsx';
import styles from './photo-field.module.css';

interface PhotoFieldProps {
  /** Whose photo: its initials stand where there is none. */
  name: string;
  url: string;
  isDisabled: boolean;
  onChange: (url: string) => void;
  /** The workspace that keeps it; a person's is kept by their own, and a client's (null) by that of their agency. */
  uid: string | null;
  use?: PhotoUse;
  label?: string;
  hint?: string;
}

const bytesMax: Record<PhotoUse, number> = { photo: limits.photoBytesMax, tabIcon: limits.tabIconBytesMax };
const types = ['png', 'jpg', 'jpeg', 'webp', 'gif'];

/** The photo is stored as soon as it is chosen; it counts when the form is saved. */
export function PhotoField({ name, url, isDisabled, onChange, uid, use = 'photo', label, hint }: PhotoFieldProps) {
  const t = useTexts('uploads');
  const [sent, setSent] = useState<{ file: File; share: number } | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const options = { onProgress: (share: number) => setSent({ file, share }) };
      return uid === null ? uploadClientPhoto(file, options) : uploadPhoto({ uid, use }, file, options);
    },
    meta: { isFailureShown: true },
    onSuccess: (stored) => onChange(stored.url),
    onSettled: () => setSent(null),
  });
  const failure = upload.error && toProblem(upload.error).message;
  return (
    <div className={styles.photo}>
      <Face src={url} name={name} size={64} radius={12} />
      <div className={styles.photoInput}>
        <FileInput
          label={label ?? t('photo')}
          description={hint ?? t('hint')}
          types={types}
          maxSizeMB={bytesMax[use] / 1024 / 1024}
          isDisabled={isDisabled || upload.isPending}
          {...(failure ? { error: `${t('failed')} ${failure}` } : {})}
          files={sent ? [{ id: sent.file.name, name: sent.file.name, size: sent.file.size, progress: sent.share }] : []}
          onAdd={([file]) => file && upload.mutate(file)}
        />
        {url !== '' && !isDisabled && (
          <Button variant="default" size="compact-sm" mt={8} onClick={() => onChange('')}>
            {t('remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
