import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';

interface PublishDialogProps {
  /** Of what publishes; says where to. */
  label: string;
  isOpen: boolean;
  onClose: () => void;
  isPending: boolean;
  onPublish: (note: string) => void;
}

const noteCharsMax = 500;

/** The note stands in the version history. */
export function PublishDialog({ label, isOpen, onClose, isPending, onPublish }: PublishDialogProps) {
  const t = useTexts('working-copy');
  const ui = useTexts('ui');
  const [note, setNote] = useState('');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('publishWithNote')} size={480}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onPublish(note.trim());
        }}
      >
        <Textarea
          label={t('note')}
          description={t('noteHint')}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={noteCharsMax}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {label}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
