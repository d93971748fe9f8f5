import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import { Button, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { CountedTextarea } from '../../ui/fields/counted-textarea.tsx';
import { formatLanguage } from '../../ui/format/format.ts';
import { fieldErrors } from '../../ui/forms/form-issues.ts';
import { useSendOnce } from '../../ui/forms/use-send-once.ts';
import styles from './teach-form.module.css';
import { useAgentCounts } from './use-agent-counts.ts';

/** Those that the agent speaks without a language model. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'ar', 'ru', 'tr', 'pl'];
const { taughtQuestionsMax, taughtQuestionCharsMax, taughtAnswerCharsMax } = limits;
const charsMax = taughtQuestionsMax * (taughtQuestionCharsMax + 1) - 1;

interface Values {
  questions: string;
  text: string;
  language: string;
}

interface TeachFormProps {
  agentId: string;
  /** One a line. */
  question?: string | undefined;
  answer?: string | undefined;
  /** Changed instead of added. */
  document?: (KnowledgeDocument & { text: string }) | undefined;
  onSaved?: ((questions: string[]) => void) | undefined;
}

/** Questions and the answer that is said to them word by word. */
export function TeachForm({ agentId, question = '', answer = '', document, onSaved }: TeachFormProps) {
  const t = useTexts('knowledge');
  const queryClient = useQueryClient();
  const refreshCounts = useAgentCounts(agentId);
  const sending = useSendOnce();
  const form = useForm<Values>({
    initialValues: {
      questions: document?.questions.join('\n') ?? question,
      text: document?.text ?? answer,
      language: document?.language ?? '',
    },
    validate: {
      questions: (value) => {
        const lines = linesOf(value);
        if (!lines.some((line) => /[\p{L}\p{N}]/u.test(line))) return t('teach.questionMissing');
        if (lines.length > taughtQuestionsMax) return t('teach.questionsMax', { count: taughtQuestionsMax });
        return lines.some((line) => line.length > taughtQuestionCharsMax)
          ? t('teach.questionCharsMax', { count: taughtQuestionCharsMax })
          : null;
      },
      text: (value) => (value.trim() === '' ? t('teach.answerMissing') : null),
    },
  });
  const saving = useMutation({
    mutationFn: ({ questions, text, language }: Values) => {
      const sent = { id: agentId, questions: linesOf(questions), text, language };
      if (document) return api.knowledge.update({ ...sent, docId: document.id });
      return sending.send(sent, (idempotencyKey) =>
        api.knowledge.add({ ...sent, kind: 'qa' }, { context: { idempotencyKey } }),
      );
    },
    meta: {
      success: t('teach.saved'),
      failure: t('teach.failed'),
      kept: t('teach.kept'),
      fields: Object.keys(form.values),
    },
    onSuccess: async (saved, values) => {
      form.setInitialValues(values);
      form.resetDirty(values);
      onSaved?.(saved.questions);
      await Promise.all([refreshCounts(), queryClient.invalidateQueries({ queryKey: query.knowledge.get.key() })]);
    },
    onError: (error) => form.setErrors(atFields(fieldErrors(toProblem(error).issues, form.getValues()))),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
      <CountedTextarea
        label={t('teach.questions')}
        description={t('teach.questionsHint', { count: taughtQuestionsMax })}
        minRows={2}
        maxRows={10}
        charsMax={charsMax}
        dir="auto"
        data-autofocus={(document === undefined && question === '') || undefined}
        {...form.getInputProps('questions')}
      />
      <CountedTextarea
        label={t('teach.answer')}
        description={t('teach.answerHint')}
        minRows={5}
        maxRows={20}
        charsMax={taughtAnswerCharsMax}
        dir="auto"
        data-autofocus={question !== '' || undefined}
        {...form.getInputProps('text')}
      />
      <Select
        label={t('teach.language')}
        description={t('teach.languageHint')}
        allowDeselect={false}
        data={[
          { value: '', label: t('teach.anyLanguage') },
          ...languages.map((value) => ({ value, label: formatLanguage(value) })),
        ]}
        w={240}
        maw="100%"
        {...form.getInputProps('language')}
      />
      <div className={styles.actions}>
        <Button type="submit" disabled={document !== undefined && !form.isDirty()} loading={saving.isPending}>
          {t('teach.submit')}
        </Button>
      </div>
    </form>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The server names one question of the list; here they are one field. */
function atFields(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [path.startsWith('questions') ? 'questions' : path, message]),
  );
}
