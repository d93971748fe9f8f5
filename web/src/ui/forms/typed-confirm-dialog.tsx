import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';

interface TypedConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** What must be typed before the button works. */
  name: string;
  confirmLabel: string;
  onConfirm: () => void;
  isPending: boolean;
}

/** For what nobody can take back: the name is typed once more. */
export function TypedConfirmDialog(props: TypedConfirmDialogProps) {
  const { isOpen, onClose, title } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={440}>
      <Question {...props} />
    </Modal>
  );
}

function Question({ onClose, children, name, confirmLabel, onConfirm, isPending }: TypedConfirmDialogProps) {
  const t = useTexts('ui');
  const [typed, setTyped] = useState('');
  const isSame = typed.trim() === name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isSame) onConfirm();
      }}
    >
      <Text component="div" c="var(--ui-muted)">
        {children}
      </Text>
      <TextInput
        mt="md"
        label={t('typeName', { name })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" color="red" disabled={!isSame} loading={isPending}>
          {confirmLabel}
        </Button>
      </Group>
    </form>
  );
}
