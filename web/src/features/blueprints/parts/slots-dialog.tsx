import type { BlueprintLink } from '@antiphon/contract/blueprints';
import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import styles from './blueprints.module.css';
import { SlotFields } from './slot-fields.tsx';
import { useBlueprintCall } from './use-blueprint-call.ts';

interface SlotsDialogProps {
  id: string;
  names: readonly string[];
  link: BlueprintLink;
  onClose: () => void;
}

export function SlotsDialog({ id, names, link, onClose }: SlotsDialogProps) {
  const t = useTexts('blueprints');
  const ui = useTexts('ui');
  const [values, setValues] = useState(link.slots);
  const saving = useBlueprintCall(() => api.blueprints.saveSlots({ id, agentId: link.agentId, slots: values }), {
    success: t('slots.done'),
    failure: t('slots.failed'),
  });
  return (
    <Modal opened onClose={onClose} title={t('slots.title', { title: link.title })} size={480}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <p className={styles.muted}>{t('slots.hint')}</p>
        <SlotFields names={names} values={values} onChange={setValues} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('slots.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
