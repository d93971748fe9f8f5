import type { Credential } from '@antiphon/contract/credentials';
import { Button, Modal, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/form-issues.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './credentials.module.css';

/** Another key under the same name: agents need no change. */
export function RotateCredentialDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const t = useTexts('credentials');
  const ui = useTexts('ui');
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
        <PasswordInput
          label={t('form.key')}
          description={t('form.keyHint')}
          autoComplete="off"
          maxLength={500}
          visibilityToggleButtonProps={{ 'aria-label': t('form.showKey') }}
          data-autofocus
          {...form.getInputProps('secret')}
        />
        {rotation.isError && (
          <LoadFailure
            title={t('rotate.failed')}
            problem={{
              ...toProblem(rotation.error),
              message: t('kept', { error: toProblem(rotation.error).message }),
            }}
          />
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={rotation.isPending}>
            {rotation.isError ? ui('retry') : t('rotate.action')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
