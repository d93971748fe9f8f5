import type { CredentialProvider } from '@antiphon/contract/credentials';
import { Button, Drawer, PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { fieldErrors } from '../../../ui/form-issues.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { providerNames } from '../provider-names.ts';
import styles from './credentials.module.css';

interface AddCredentialDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

export function AddCredentialDrawer({ isOpen, onClose }: AddCredentialDrawerProps) {
  return (
    <Drawer opened={isOpen} onClose={onClose} title="Add credential" size={440}>
      <CredentialForm onClose={onClose} />
    </Drawer>
  );
}

const initialValues = { provider: 'openai' as CredentialProvider, label: '', secret: '', baseURL: '' };

function CredentialForm({ onClose }: { onClose: () => void }) {
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues,
    validate: {
      label: (value) => (value.trim() === '' ? 'Please enter a name.' : null),
      secret: (value) => (value.trim() === '' ? 'Please enter the key.' : null),
      baseURL: (value, { provider }) =>
        provider === 'openai-compatible' && !/^https?:\/\/\S+$/.test(value.trim())
          ? 'Please enter an address such as https://models.example.com/v1.'
          : null,
    },
  });
  const creation = useMutation({
    mutationFn: (values: typeof initialValues) =>
      api.credentials.create({
        ...values,
        uid,
        baseURL: values.provider === 'openai-compatible' ? values.baseURL : '',
      }),
    meta: { success: 'Credential added.', isFailureShown: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: query.credentials.list.key() });
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => creation.mutate(values))}>
      <Select<CredentialProvider>
        label="Provider"
        allowDeselect={false}
        data={Object.entries(providerNames).map(([value, label]) => ({ value: value as CredentialProvider, label }))}
        {...form.getInputProps('provider')}
      />
      <TextInput
        label="Name"
        description="To tell it from others in this workspace."
        maxLength={80}
        data-autofocus
        {...form.getInputProps('label')}
      />
      {form.values.provider === 'openai-compatible' && (
        <TextInput
          label="Base URL"
          placeholder="https://models.example.com/v1"
          description="Of any server that speaks the OpenAI protocol, such as vLLM, Ollama or OpenRouter."
          inputMode="url"
          maxLength={500}
          {...form.getInputProps('baseURL')}
        />
      )}
      <PasswordInput
        label="Key"
        description="Stored sealed. It can be replaced by a new credential, never read."
        autoComplete="off"
        maxLength={500}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
        {...form.getInputProps('secret')}
      />
      {creation.isError && (
        <LoadFailure
          title="Failed to add credential."
          problem={{
            ...toProblem(creation.error),
            message: `${toProblem(creation.error).message} What you entered is kept.`,
          }}
        />
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={creation.isPending}>
          {creation.isError ? 'Retry' : 'Add credential'}
        </Button>
      </div>
    </form>
  );
}
