import type { AgentId } from '@antiphon/contract/ids';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { fieldErrors } from '../../ui/forms/form-issues.ts';
import styles from './parts/account.module.css';
import { useClient } from './use-client.ts';

interface NewAgentDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** It is the client's and their org's by then. */
  onCreated: (id: AgentId) => void;
}

const titleCharsMax = 80;

/** For clients who may make agents: an empty one with a title, which they then teach on its pages. */
export function NewAgentDialog({ isOpen, onClose, onCreated }: NewAgentDialogProps) {
  const t = useTexts('client-account');
  const ui = useTexts('ui');
  const { workspaceUid: uid } = useClient();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { title: '' },
    validate: { title: (value) => (value.trim() === '' ? t('newAgent.missing') : null) },
  });
  const creation = useMutation({
    mutationFn: ({ title }: typeof form.values) => api.agents.create({ uid, title: title.trim() }),
    meta: {
      success: t('newAgent.done'),
      failure: t('newAgent.failed'),
      kept: t('kept'),
      fields: Object.keys(form.values),
    },
    onSuccess: async ({ ID }) => {
      await queryClient.invalidateQueries({ queryKey: query.clientSessions.getMe.key() });
      form.reset();
      onCreated(ID);
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('newAgent.heading')} size={440}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit((fields) => creation.mutate(fields))}>
        <TextInput
          label={t('newAgent.title')}
          maxLength={titleCharsMax}
          data-autofocus
          {...form.getInputProps('title')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={creation.isPending}>
            {t('newAgent.action')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
