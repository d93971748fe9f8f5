import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyField } from '../fields/copy-field.tsx';
import { Notice } from '../states/notice.tsx';

interface SecretDialogProps {
  /** Open while there is one. */
  secret: string | null;
  title: string;
  label: string;
  /** That it is shown this one time. */
  text: string;
  done: string;
  onClose: () => void;
  /** How it is used. */
  children?: ReactNode;
}

/** The one time that a secret is shown. Only its button closes it, so that neither a stray click nor Escape loses it. */
export function SecretDialog({ secret, title, label, text, done, onClose, children }: SecretDialogProps) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={title}
      size={520}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap={16}>
        <Notice>{text}</Notice>
        <CopyField label={label} value={secret ?? ''} />
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
