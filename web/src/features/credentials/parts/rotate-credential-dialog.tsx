import type { Credential } from '@antiphon/contract/credentials';
import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './credentials.module.css';
import { FormEnd } from './form-end.tsx';
import { KeyInput } from './key-input.tsx';

/** Another key under the same name: agents need no change. */
export function RotateCredentialDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const t = useTexts('credentials');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { secret: '' },
    validate: { secret: (value) => (value.trim() === '' ? t('errors.key') : null) },
  });
  const rotation = useMutation({
    mutationFn: ({ secret }: { secret: string }) =>
      api.credentials.rotate({ uid, credentialId: credential.id, secret }),
    meta: { success: t('rotate.done'), isFailureShown: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: query.credentials.list.key() });
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <Modal opened onClose={onClose} title={t('rotate.title', { label: credential.label })} size={440}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => rotation.mutate(values))}>
        <Text c="var(--ui-muted)">{t('rotate.text')}</Text>
        <KeyInput data-autofocus {...form.getInputProps('secret')} />
        <FormEnd saving={rotation} failed={t('rotate.failed')} action={t('rotate.action')} onClose={onClose} />
      </form>
    </Modal>
  );
}
