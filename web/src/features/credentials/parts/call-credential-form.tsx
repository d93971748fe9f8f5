import type { CallCredential, CallCredentialKind } from '@antiphon/contract/call-credentials';
import { isOrigin } from '@antiphon/contract/function-check';
import { type FunctionFaultName, readFunctionFault } from '@antiphon/contract/function-faults';
import { limits } from '@antiphon/contract/limits';
import { PasswordInput, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './credentials.module.css';
import { FormEnd } from './form-end.tsx';

// Written out: the schema would bring its library into the page.
const KINDS: CallCredentialKind[] = ['bearer', 'header', 'basic'];

interface CallCredentialFormProps {
  credential: CallCredential | undefined;
  origin: string;
  onClose: () => void;
  onSaved: ((saved: CallCredential) => void) | undefined;
}

export function CallCredentialForm({ credential, origin, onClose, onSaved }: CallCredentialFormProps) {
  const t = useTexts('call-credentials');
  const faults = useTexts('function-faults');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      label: credential?.label ?? '',
      kind: credential?.kind ?? ('bearer' as CallCredentialKind),
      headerName: credential?.headerName ?? '',
      username: credential?.username ?? '',
      origins: credential?.origins.join('\n') ?? (isOrigin(origin) ? origin : ''),
      secret: '',
    },
    validate: {
      label: (value) => (value.trim() === '' ? faults('nameMissing') : null),
      headerName: (value, { kind }) => (kind === 'header' && value.trim() === '' ? faults('headerName') : null),
      username: (value, { kind }) => (kind === 'basic' && value.trim() === '' ? faults('username') : null),
      origins: (value) => {
        const lines = linesOf(value);
        if (lines.length === 0) return faults('origins');
        return lines.every(isOrigin) ? null : faults('origin');
      },
      secret: (value) => (value.trim().length < 8 ? faults('secretShort') : null),
    },
  });
  /** What the server alone finds, in the language shown; of an origin at the field of them all. */
  const toErrors = (error: unknown) => {
    const issues = toProblem(error).issues.map(({ path, message }) => {
      const found = readFunctionFault(message);
      return {
        path: path.startsWith('origins') ? 'origins' : path,
        message: found ? faults(found.key satisfies FunctionFaultName, found.values) : message,
      };
    });
    return fieldErrors(issues, form.getValues());
  };
  const saving = useMutation({
    mutationFn: (values: typeof form.values) => {
      const input = { ...values, uid, origins: linesOf(values.origins) };
      return credential
        ? api.callCredentials.replace({ ...input, callCredentialId: credential.id })
        : api.callCredentials.create(input);
    },
    meta: { success: t('done'), isFailureShown: true },
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: query.callCredentials.list.key() });
      onSaved?.(saved);
      onClose();
    },
    onError: (error) => form.setErrors(toErrors(error)),
  });
  const { kind } = form.values;
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
      {credential && <Text c="var(--ui-muted)">{t('replace.text')}</Text>}
      <TextInput
        label={t('form.label')}
        description={t('form.labelHint')}
        maxLength={80}
        data-autofocus={credential ? undefined : true}
        {...form.getInputProps('label')}
      />
      <Select<CallCredentialKind>
        label={t('form.kind')}
        description={t(`kindHints.${kind}`)}
        allowDeselect={false}
        data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {kind === 'header' && (
        <TextInput
          label={t('form.headerName')}
          placeholder={t('form.headerSample')}
          dir="ltr"
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps('headerName')}
        />
      )}
      {kind === 'basic' && (
        <TextInput
          label={t('form.username')}
          dir="ltr"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('username')}
        />
      )}
      <Textarea
        label={t('form.origins')}
        description={t('form.originsHint')}
        placeholder="https://api.example.com"
        autosize
        minRows={2}
        maxRows={limits.callCredentialOriginsMax}
        dir="ltr"
        {...form.getInputProps('origins')}
      />
      <PasswordInput
        label={t('form.secret')}
        description={t('form.secretHint')}
        autoComplete="off"
        maxLength={4_000}
        data-autofocus={credential ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('form.showSecret') }}
        {...form.getInputProps('secret')}
      />
      <FormEnd
        saving={saving}
        failed={t('failed')}
        action={credential ? t('replace.action') : t('add')}
        onClose={onClose}
      />
    </form>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
