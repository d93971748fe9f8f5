import type { KnowledgeDocument, RefreshRate } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useAgentCounts } from '../use-agent-counts.ts';
import styles from './document-drawer.module.css';
import { refreshRates } from './document-words.ts';

interface Values {
  title: string;
  text: string;
  refreshRate: RefreshRate;
}

/** A text can be rewritten; of what was read from elsewhere the title and the refresh rate. Only what changed is sent. */
export function DocumentForm({
  agentId,
  document,
}: {
  agentId: string;
  document: KnowledgeDocument & { text: string };
}) {
  const t = useTexts('knowledge');
  const queryClient = useQueryClient();
  const refreshCounts = useAgentCounts(agentId);
  const { title, text, refreshRate } = document;
  const form = useForm<Values>({
    initialValues: { title, text, refreshRate },
    validate: {
      title: (value) => (value.trim() === '' ? t('text.titleMissing') : null),
      text: (value) => (document.kind === 'text' && value.trim() === '' ? t('text.textMissing') : null),
    },
  });
  const saving = useMutation({
    mutationFn: (values: Values) =>
      api.knowledge.update({
        id: agentId,
        docId: document.id,
        title: form.isDirty('title') ? values.title.trim() : undefined,
        text: form.isDirty('text') ? values.text : undefined,
        refreshRate: form.isDirty('refreshRate') ? values.refreshRate : undefined,
      }),
    meta: {
      success: t('document.saved'),
      failure: t('document.saveFailed'),
      kept: t('document.saveKept'),
      fields: Object.keys(form.values),
    },
    onSuccess: async (_saved, values) => {
      form.setInitialValues(values);
      form.resetDirty(values);
      await Promise.all([refreshCounts(), queryClient.invalidateQueries({ queryKey: query.knowledge.get.key() })]);
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
      <TextInput label={t('text.title')} maxLength={200} {...form.getInputProps('title')} />
      {document.kind === 'text' && (
        <CountedTextarea
          label={t('text.text')}
          minRows={6}
          maxRows={20}
          charsMax={limits.knowledgeTextCharsMax}
          {...form.getInputProps('text')}
        />
      )}
      {document.url !== null && (
        <Select
          label={t('document.readAgain')}
          allowDeselect={false}
          data={refreshRates()}
          w={200}
          {...form.getInputProps('refreshRate')}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" disabled={!form.isDirty()} loading={saving.isPending}>
          {t('document.save')}
        </Button>
      </div>
    </form>
  );
}
