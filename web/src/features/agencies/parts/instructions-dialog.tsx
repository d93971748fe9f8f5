import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { hideFailure, showFailure, showRefusal } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './domain.module.css';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const ADDRESS_CHARS_MAX = 254;

interface InstructionsDialogProps {
  domain: string;
  /** Of the domain on which clients reach the agency; else of the one that mails leave from. */
  domainType?: 'customDomain' | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** The records, by mail, to whoever keeps the DNS of the domain. */
export function InstructionsDialog({ domain, domainType, isOpen, onClose }: InstructionsDialogProps) {
  const t = useTexts('dns-records');
  const { uid } = useWorkspace();
  const ofUi = useTexts('ui');
  const [to, setTo] = useState('');
  const [isRefused, setRefused] = useState(false);
  const refuse = () => {
    setRefused(true);
    showRefusal(t('instructions.refused'));
  };
  const failures = [t('instructions.failed'), t('instructions.error')] as const;
  const sending = useMutation({
    mutationFn: () =>
      api.sendingDomains.sendInstructions({ to: to.trim(), uid, ...(domainType ? { domainType } : {}) }),
    meta: { success: t('instructions.sent'), isFailureShown: true },
    onSuccess: () => {
      for (const failure of failures) hideFailure(failure);
      setTo('');
      onClose();
    },
    onError: (error) => {
      const problem = toProblem(error);
      if (problem.code === 'invalid_input') return refuse();
      // Whoever answered has refused; else nobody knows what became of it.
      showFailure({ title: problem.status === 0 ? failures[1] : failures[0], problem });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (ADDRESS.test(to.trim())) sending.mutate();
    else refuse();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('instructions.title')} size={440}>
      <form onSubmit={send} noValidate>
        <Text c="var(--ui-muted)" mb="md" className={styles.breaks}>
          {t('instructions.text', { domain })}
        </Text>
        <TextInput
          type="email"
          dir="ltr"
          label={t('instructions.to')}
          value={to}
          maxLength={ADDRESS_CHARS_MAX}
          data-autofocus
          error={isRefused ? t('instructions.malformed') : undefined}
          onChange={(event) => {
            setTo(event.currentTarget.value);
            setRefused(false);
          }}
          onBlur={() => setRefused(to.trim() !== '' && !ADDRESS.test(to.trim()))}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {ofUi('cancel')}
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {t('instructions.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
