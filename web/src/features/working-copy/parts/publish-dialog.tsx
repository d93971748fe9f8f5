import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';

interface PublishDialogProps {
  isOpen: boolean;
  onClose: () => void;
  isPending: boolean;
  onPublish: (note: string) => void;
}

const noteCharsMax = 500;

/** The note stands in the version history. */
export function PublishDialog({ isOpen, onClose, isPending, onPublish }: PublishDialogProps) {
  const [note, setNote] = useState('');
  return (
    <Modal opened={isOpen} onClose={onClose} title="Publish with note" size={480}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onPublish(note.trim());
        }}
      >
        <Textarea
          label="Note"
          description="What changed, for those who read the version history."
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
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Publish
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
