import type { AgencyId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { Button, Drawer, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { CountedTextarea } from '../../ui/fields/counted-textarea.tsx';
import { FileInput } from '../../ui/fields/file-input.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import styles from './feedback-drawer.module.css';

interface FeedbackDrawerProps {
  agencyId: string;
  email: string;
  isOpen: boolean;
  onClose: () => void;
}

const types = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'pdf', 'docx', 'md', 'txt', 'csv'];
/** All of them go in one request, which has room for 20 MB. */
const sizeMaxMB = limits.uploadBytesMax / 1024 / 1024 / limits.feedbackFilesMax;

interface Attachment {
  id: string;
  file: File;
}

/** A word to the agency, with files. It stays in the drawer until the server has stored it, also when the drawer is shut meanwhile. */
export function FeedbackDrawer({ agencyId, email, isOpen, onClose }: FeedbackDrawerProps) {
  const t = useTexts('feedback');
  const form = useForm<{ message: string; files: Attachment[] }>({
    initialValues: { message: '', files: [] },
    validate: { message: (value) => (value.trim() === '' ? t('missing') : null) },
  });
  const sending = useMutation({
    mutationFn: ({ message, files }: typeof form.values) =>
      api.feedback.send({
        agencyId: agencyId as AgencyId,
        message,
        attachments: files.map(({ file }) => file),
      }),
    meta: { success: t('sent'), isFailureShown: true },
    onSuccess: () => {
      form.reset();
      onClose();
    },
  });
  const { files } = form.values;
  const add = (given: File[]) => {
    const made = given.map((file) => ({ id: crypto.randomUUID(), file }));
    form.setFieldValue('files', [...files, ...made].slice(0, limits.feedbackFilesMax));
  };
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t('title')}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => sending.mutate(values))}>
        <TextInput label={t('email')} value={email} readOnly />
        <CountedTextarea
          label={t('message')}
          charsMax={limits.feedbackCharsMax}
          minRows={5}
          maxRows={14}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <FileInput
          label={t('files')}
          description={t('filesHint', { count: limits.feedbackFilesMax, size: sizeMaxMB })}
          types={types}
          maxSizeMB={sizeMaxMB}
          isMultiple
          isDisabled={files.length >= limits.feedbackFilesMax}
          files={files.map(({ id, file }) => ({ id, name: file.name, size: file.size }))}
          onAdd={add}
          onRemove={(id) =>
            form.setFieldValue(
              'files',
              files.filter((one) => one.id !== id),
            )
          }
        />
        {sending.isError && (
          <LoadFailure
            title={t('failed')}
            problem={toProblem(sending.error)}
            onRetry={() => sending.mutate(form.getValues())}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={sending.isPending}>
            {t('submit')}
          </Button>
        </Group>
      </form>
    </Drawer>
  );
}
