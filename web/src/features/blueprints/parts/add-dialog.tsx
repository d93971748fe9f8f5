import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import styles from './blueprints.module.css';
import { SlotFields } from './slot-fields.tsx';
import { useBlueprintCall } from './use-blueprint-call.ts';

interface AddDialogProps {
  id: string;
  version: number;
  slots: readonly string[];
  onClose: () => void;
}

const nameCharsMax = 80;

/** An agent of this blueprint, for one client. */
export function AddDialog({ id, version, slots, onClose }: AddDialogProps) {
  const t = useTexts('blueprints');
  const ui = useTexts('ui');
  const [title, setTitle] = useState('');
  const [values, setValues] = useState<Record<string, string>>({});
  const adding = useBlueprintCall(() => api.blueprints.create({ id, title: title.trim(), slots: values }), {
    success: t('add.done'),
    failure: t('add.failed'),
  });
  return (
    <Modal opened onClose={onClose} title={t('add.title')} size={480}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <p className={styles.muted}>{t('add.text', { version })}</p>
        <TextInput
          label={t('add.name')}
          required
          maxLength={nameCharsMax}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <SlotFields names={slots} values={values} onChange={setValues} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={adding.isPending} disabled={title.trim() === ''}>
            {t('add.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
