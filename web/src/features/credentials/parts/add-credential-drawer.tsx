import type { CredentialProvider } from '@antiphon/contract/credentials';
import { Drawer, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { isSpeech, providerNames } from '../provider-names.ts';
import styles from './credentials.module.css';
import { FormEnd } from './form-end.tsx';
import { KeyInput } from './key-input.tsx';

interface AddCredentialDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

export function AddCredentialDrawer({ isOpen, onClose }: AddCredentialDrawerProps) {
  const t = useTexts('credentials');
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t('add.title')}>
      <CredentialForm onClose={onClose} />
    </Drawer>
  );
}

const initialValues = { provider: 'openai' as CredentialProvider, label: '', secret: '', baseURL: '' };

function CredentialForm({ onClose }: { onClose: () => void }) {
  const t = useTexts('credentials');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues,
    validate: {
      label: (value) => (value.trim() === '' ? t('errors.name') : null),
      secret: (value) => (value.trim() === '' ? t('errors.key') : null),
      baseURL: (value, { provider }) =>
        provider === 'openai-compatible' && !/^https?:\/\/\S+$/.test(value.trim()) ? t('errors.baseURL') : null,
    },
  });
  const creation = useMutation({
    mutationFn: (values: typeof initialValues) =>
      api.credentials.create({
        ...values,
        uid,
        baseURL: values.provider === 'openai-compatible' ? values.baseURL : '',
      }),
    meta: { success: t('add.done'), isFailureShown: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: query.credentials.list.key() });
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => creation.mutate(values))}>
      <Select<CredentialProvider>
        label={t('form.provider')}
        allowDeselect={false}
        data={Object.entries(providerNames).map(([value, label]) => ({ value: value as CredentialProvider, label }))}
        {...form.getInputProps('provider')}
      />
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        maxLength={80}
        data-autofocus
        {...form.getInputProps('label')}
      />
      {form.values.provider === 'openai-compatible' && (
        <TextInput
          label={t('form.baseURL')}
          placeholder="https://models.example.com/v1"
          description={t('form.baseURLHint')}
          inputMode="url"
          maxLength={500}
          {...form.getInputProps('baseURL')}
        />
      )}
      <KeyInput
        {...form.getInputProps('secret')}
        {...(isSpeech(form.values.provider) ? { description: t('form.speechHint') } : {})}
      />
      <FormEnd saving={creation} failed={t('add.failed')} action={t('add.title')} onClose={onClose} />
    </form>
  );
}
