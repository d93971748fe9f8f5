import type { ClientMe } from '@antiphon/contract/client-sessions';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { languages } from '../../../texts/languages.ts';
import { setLanguage, useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { PhotoField } from '../../uploads/photo-field.tsx';
import styles from './account.module.css';

export function AccountForm({ me, onDone }: { me: ClientMe; onDone: () => void }) {
  const t = useTexts('client-account');
  const ui = useTexts('ui');
  const queryClient = useQueryClient();
  const { name, squarePhotoURL, preferredLanguage } = me.client;
  const form = useForm({
    initialValues: { name, squarePhotoURL, preferredLanguage },
    validate: {
      name: (value) => (value.trim() === '' ? t('enterName') : null),
    },
  });
  const saving = useMutation({
    mutationFn: (fields: typeof form.values) => api.clientSessions.updateProfile(fields),
    meta: { success: t('saved'), failure: t('saveFailed'), kept: t('kept'), fields: Object.keys(form.values) },
    onSuccess: async (saved) => {
      queryClient.setQueryData(query.clientSessions.getMe.queryKey(), saved);
      if (saved.client.preferredLanguage !== preferredLanguage) await setLanguage(saved.client.preferredLanguage);
      onDone();
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((fields) => saving.mutate(fields))}>
      <PhotoField
        uid={null}
        name={form.values.name}
        url={form.values.squarePhotoURL}
        isDisabled={false}
        onChange={(url) => form.setFieldValue('squarePhotoURL', url)}
      />
      <TextInput label={t('name')} autoComplete="name" maxLength={80} {...form.getInputProps('name')} />
      <NativeSelect
        label={ui('language')}
        data={languages.map(({ code, name: label }) => ({ value: code, label }))}
        {...form.getInputProps('preferredLanguage')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isPending}>
          {ui('save')}
        </Button>
      </Group>
    </form>
  );
}
