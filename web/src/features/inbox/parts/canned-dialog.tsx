import type { CannedResponse } from '@antiphon/contract/handoffs';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, goneIsDone, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { hideFailure } from '../../../ui/states/toasts.tsx';
import { useInboxPlace } from '../inbox-place.ts';
import styles from './inbox.module.css';

/** Answers that are used again and again, each under a shortcut. Saving under one that is there replaces its text. */
export function CannedDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const client = useQueryClient();
  const options = query.handoffs.listCanned.queryOptions({ input: { uid } });
  const list = useQuery(options);
  const form = useForm({ initialValues: { shortcut: '', text: '' } });
  const { shortcut, text } = form.values;
  const reload = () => client.invalidateQueries({ queryKey: options.queryKey });
  const save = useMutation({
    // What stands there now, also where it is tried again.
    mutationFn: async () => {
      const sent = form.getValues();
      await api.handoffs.saveCanned({ uid, ...sent, shortcut: sent.shortcut.replace(/^\//, '') });
      return sent;
    },
    meta: { success: t('canned.saved'), failure: t('canned.saveFailed'), kept: t('textKept') },
    onSuccess: (sent) => {
      hideFailure(t('canned.saveFailed'));
      // What was written meanwhile is another one.
      if (form.getValues() === sent) form.reset();
      return reload();
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: CannedResponse) => api.handoffs.deleteCanned({ uid, responseId: id }).catch(goneIsDone),
    meta: { success: t('canned.deleted'), failure: t('canned.deleteFailed') },
    onSuccess: reload,
  });
  return (
    <Modal opened onClose={onClose} title={t('canned.title')} size="lg">
      <form className={styles.form} onSubmit={form.onSubmit(() => save.mutate())}>
        <TextInput
          label={t('canned.shortcut')}
          leftSection="/"
          maxLength={limits.cannedShortcutCharsMax}
          {...form.getInputProps('shortcut')}
        />
        <Textarea
          label={t('canned.text')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.cannedTextCharsMax}
          {...form.getInputProps('text')}
        />
        <Button type="submit" loading={save.isPending} disabled={shortcut.trim() === '' || text.trim() === ''}>
          {t('canned.save')}
        </Button>
      </form>
      <ul className={styles.canned}>
        {list.data?.items.map((one) => (
          <li key={one.id} className={styles.cannedRow}>
            <span data-text="content">/{one.shortcut}</span>
            <span className={styles.last} data-text="content" dir="auto">
              {one.text}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('canned.delete', { shortcut: one.shortcut })}
              onClick={() => remove.mutate(one)}
            >
              <IconTrash size={16} stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
