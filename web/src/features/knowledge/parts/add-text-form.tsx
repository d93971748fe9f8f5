import { limits } from '@antiphon/contract/limits';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { titleOfText } from '../sources.ts';
import { useAgentCounts } from '../use-agent-counts.ts';
import styles from './add-form.module.css';

const titleCharsMax = 200;

export function AddTextForm({ agentId, onAdded }: { agentId: string; onAdded: () => void }) {
  const t = useTexts('knowledge');
  const refreshCounts = useAgentCounts(agentId);
  const form = useForm({
    initialValues: { title: '', text: '' },
    validate: {
      text: (value) => (value.trim() === '' ? t('text.textMissing') : null),
    },
  });
  const sending = useSendOnce();
  const adding = useMutation({
    mutationFn: ({ title, text }: { title: string; text: string }) => {
      const sent = {
        id: agentId,
        kind: 'text' as const,
        title: title.trim() || titleOfText(text),
        text,
      };
      return sending.send(sent, (idempotencyKey) => api.knowledge.add(sent, { context: { idempotencyKey } }));
    },
    meta: {
      success: t('text.added'),
      failure: t('text.failed'),
      kept: t('text.kept'),
      fields: Object.keys(form.values),
    },
    onSuccess: async () => {
      onAdded();
      await refreshCounts();
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      <TextInput
        label={t('text.title')}
        description={t('text.titleHint')}
        placeholder={titleOfText(form.values.text)}
        maxLength={titleCharsMax}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <CountedTextarea
        label={t('text.text')}
        description={t('text.textHint')}
        minRows={12}
        maxRows={24}
        charsMax={limits.knowledgeTextCharsMax}
        {...form.getInputProps('text')}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={adding.isPending}>
          {t('text.submit')}
        </Button>
      </div>
    </form>
  );
}
