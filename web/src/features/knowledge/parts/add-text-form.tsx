import { limits } from '@antiphon/contract/limits';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { truncateChars } from '../../../ui/format/format.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import styles from './add-form.module.css';
import { useAgentCounts } from './use-agent-counts.ts';

const titleCharsMax = 200;

interface AddTextFormProps {
  agentId: string;
  /** The question that the text answers; it stands in the text, so that it is found again. */
  question: string | undefined;
  onAdded: () => void;
}

export function AddTextForm({ agentId, question, onAdded }: AddTextFormProps) {
  const t = useTexts('knowledge');
  const refreshCounts = useAgentCounts(agentId);
  const form = useForm({
    initialValues: { title: question === undefined ? '' : truncateChars(question, titleCharsMax), text: '' },
    validate: {
      title: (value) => (value.trim() === '' ? t('text.titleMissing') : null),
      text: (value) => (value.trim() === '' ? t('text.textMissing') : null),
    },
  });
  const sending = useSendOnce();
  const adding = useMutation({
    mutationFn: ({ title, text }: { title: string; text: string }) => {
      const sent = {
        id: agentId,
        kind: 'text' as const,
        title: title.trim(),
        text: question === undefined ? text : `# ${question.trim()}\n\n${text}`,
      };
      return sending.send(sent, (idempotencyKey) => api.knowledge.add(sent, { context: { idempotencyKey } }));
    },
    meta: {
      success: question === undefined ? t('text.added') : t('text.answerAdded'),
      failure: t('text.failed'),
      kept: t('text.kept'),
    },
    onSuccess: async () => {
      onAdded();
      await refreshCounts();
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      {question !== undefined && (
        <p className={styles.question}>
          <span className={styles.caption}>{t('text.asked')}</span>
          {question}
        </p>
      )}
      <TextInput
        label={t('text.title')}
        description={t('text.titleHint')}
        maxLength={titleCharsMax}
        data-autofocus={question === undefined || undefined}
        {...form.getInputProps('title')}
      />
      <CountedTextarea
        label={question === undefined ? t('text.text') : t('text.answer')}
        description={question === undefined ? t('text.textHint') : undefined}
        minRows={question === undefined ? 12 : 5}
        maxRows={24}
        charsMax={limits.knowledgeTextCharsMax}
        data-autofocus={question !== undefined || undefined}
        {...form.getInputProps('text')}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={adding.isPending}>
          {question === undefined ? t('text.submit') : t('text.submitAnswer')}
        </Button>
      </div>
    </form>
  );
}
