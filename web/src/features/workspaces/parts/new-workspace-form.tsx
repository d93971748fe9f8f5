import { limits } from '@antiphon/contract/limits';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useSelectWorkspace } from '../use-select-workspace.ts';
import styles from './workspaces.module.css';

export function NewWorkspaceForm() {
  const t = useTexts('workspaces');
  const select = useSelectWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { workspaceName: '' },
    validate: { workspaceName: (value) => (value.trim() === '' ? t('form.nameMissing') : null) },
  });
  const creation = useMutation({
    mutationFn: (values: typeof form.values) => api.workspaces.create(values),
    meta: { success: t('created'), failure: t('createFailed'), kept: t('saveKept'), fields: Object.keys(form.values) },
    onSuccess: async ({ uid }) => {
      // Until this page knows the new one too, it takes it for one that is gone.
      await queryClient.refetchQueries({ queryKey: query.workspaces.me.key() });
      await select(uid);
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => creation.mutate(values))}>
      <Text c="var(--ui-muted)">{t('createText')}</Text>
      <TextInput
        label={t('form.name')}
        maxLength={limits.workspaceNameCharsMax}
        data-autofocus
        {...form.getInputProps('workspaceName')}
      />
      <Group justify="flex-end" gap="xs">
        <Button type="submit" loading={creation.isPending}>
          {t('createAction')}
        </Button>
      </Group>
    </form>
  );
}
