import type { Credential, ModelHost } from '@antiphon/contract/credentials';
import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { isSpeech } from '../provider-names.ts';
import styles from './credentials.module.css';

const samples: Record<ModelHost, string> = {
  openai: 'gpt-4.1-mini',
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-2.5-flash',
  'openai-compatible': 'llama3.2',
};

/** A small real call with the stored key. The provider's own answer is shown. */
export function TestCredentialDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const t = useTexts('credentials');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const { provider } = credential;
  const form = useForm({
    initialValues: { model: '' },
    validate: { model: (value) => (value.trim() === '' && !isSpeech(provider) ? t('errors.model') : null) },
  });
  const test = useMutation({
    mutationFn: ({ model }: { model: string }) => api.credentials.test({ uid, credentialId: credential.id, model }),
    meta: { isFailureShown: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.credentials.list.key() }),
  });
  return (
    <Modal opened onClose={onClose} title={t('test.title', { label: credential.label })} size={440}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => test.mutate(values))}>
        {isSpeech(provider) ? (
          <Text c="var(--ui-muted)">{t('test.speech')}</Text>
        ) : (
          <TextInput
            label={t('test.model')}
            placeholder={samples[provider]}
            description={t('test.modelHint')}
            maxLength={120}
            data-autofocus
            {...form.getInputProps('model')}
          />
        )}
        {test.isError && <LoadFailure title={t('test.failed')} problem={toProblem(test.error)} />}
        {test.isSuccess && (
          <div className={styles.result} role="status">
            <StatusBadge tone={test.data.success ? 'good' : 'bad'}>
              {test.data.success ? t('test.answered') : t('test.refused')}
            </StatusBadge>
            <span className="tabular">{t('test.ms', { ms: test.data.ms })}</span>
            <span data-text="content" dir="auto">
              {test.data.message}
            </span>
          </div>
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {ui('close')}
          </Button>
          <Button type="submit" loading={test.isPending}>
            {t('test.run')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
