import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { completeAddress } from '../../knowledge/sources.ts';
import styles from './build-progress.module.css';

/** Where a site could not be read: the same agent reads another one in its place, so that no empty agent is left behind. */
export function AnotherAddress({ agentId, document }: { agentId: string; document: KnowledgeDocument }) {
  const t = useTexts('new-agent');
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { url: document.url ?? '' },
    validate: {
      url: (typed) => (completeAddress(typed) === null ? t(typed.trim() === '' ? 'urlMissing' : 'urlInvalid') : null),
    },
  });
  const moving = useMutation({
    mutationFn: ({ url }: { url: string }) =>
      api.knowledge.update({ id: agentId, docId: document.id, url: completeAddress(url) ?? url }),
    meta: { failure: t('another.failed'), kept: t('another.kept'), fields: ['url'] },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.knowledge.list.key({ input: { id: agentId } }) }),
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  return (
    <form className={styles.another} noValidate onSubmit={form.onSubmit((values) => moving.mutate(values))}>
      <TextInput
        className={styles.anotherField}
        label={t('another.label')}
        inputMode="url"
        autoComplete="url"
        {...form.getInputProps('url')}
      />
      <Button type="submit" className={styles.anotherButton} loading={moving.isPending}>
        {t('another.submit')}
      </Button>
    </form>
  );
}
