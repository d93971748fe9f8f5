import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';

interface DeleteSectionProps {
  email: string;
  /** After the account is gone: forget everything and leave. */
  onDeleted: () => void;
  /** To show once more who it is; afterwards the person comes back here. */
  onSignInAgain: () => void;
}

/** The end of the account, after the person typed its address. */
export function DeleteSection({ email, onDeleted, onSignInAgain }: DeleteSectionProps) {
  const t = useTexts('accounts');
  const ui = useTexts('ui');
  const [isOpen, dialog] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const deletion = useMutation({
    mutationFn: () => api.accounts.deleteOwn({ email: typed }),
    meta: { success: t('deleted'), isFailureShown: true },
    onSuccess: onDeleted,
  });
  const problem = deletion.isError ? toProblem(deletion.error) : null;
  const close = () => {
    dialog.close();
    setTyped('');
    deletion.reset();
  };
  return (
    <FormSection title={t('deleteTitle')} description={t('deleteText')}>
      <div>
        <Button variant="default" color="red" c="var(--ui-bad)" onClick={dialog.open}>
          {t('delete')}
        </Button>
      </div>
      <Modal opened={isOpen} onClose={close} title={t('question')} size={480}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            deletion.mutate();
          }}
        >
          <Text c="var(--ui-muted)">{t('consequence')}</Text>
          <TextInput
            mt="md"
            label={t('typeEmail', { email })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          {problem !== null && <LoadFailure title={t('notDeleted')} problem={problem} />}
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={close}>
              {ui('cancel')}
            </Button>
            {problem?.code === 'sign_in_again' ? (
              <Button onClick={onSignInAgain}>{t('signInAgain')}</Button>
            ) : (
              <Button
                type="submit"
                color="red"
                disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
                loading={deletion.isPending}
              >
                {t('delete')}
              </Button>
            )}
          </Group>
        </form>
      </Modal>
    </FormSection>
  );
}
