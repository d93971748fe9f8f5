import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A question, such as 'Delete "Sales assistant"?' */
  title: string;
  /** What will be lost. */
  children: ReactNode;
  /** A verb, such as 'Delete agent'. */
  confirmLabel: string;
  onConfirm: () => void;
  isPending?: boolean;
  /** Red for what cannot be undone (the default). */
  isDangerous?: boolean;
}

/** Asks once more. It stays open while the action runs; close it when the action succeeded. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, confirmLabel, onConfirm, isPending = false, isDangerous = true } = props;
  const t = useTexts('ui');
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={440}>
      <Text component="div" c="var(--ui-muted)">
        {children}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color={isDangerous ? 'red' : undefined} onClick={onConfirm} loading={isPending}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
