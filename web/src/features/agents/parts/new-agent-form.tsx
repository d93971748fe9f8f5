import type { AgentFile, AgentFileNote } from '@antiphon/contract/agent-files';
import type { Issue } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';
import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors, isAtFields } from '../../../ui/forms/form-issues.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FilePicker } from '../../knowledge/file-picker.tsx';
import { completeAddress, titleOfText } from '../../knowledge/sources.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { asNamed } from './agent-file.ts';
import { AgentFileInput } from './agent-file-input.tsx';
import { type NewAgentValues, type Source, suggestTitle, textTitleOf, validateNewAgent } from './agent-sources.ts';
import styles from './new-agent-form.module.css';
import { SourceChoice } from './source-choice.tsx';

interface NewAgentFormProps {
  source: Source;
  onSource: (source: Source) => void;
  /** The files are sent afterwards, beside the progress of the reading. */
  onCreated: (agentId: string, files: File[], notes: AgentFileNote[]) => void;
}

export function NewAgentForm({ source, onSource, onCreated }: NewAgentFormProps) {
  const t = useTexts('new-agent');
  const ui = useTexts('ui');
  const form = useForm<NewAgentValues>({
    initialValues: {
      title: '',
      url: '',
      pagesMax: limits.crawlPagesDefault,
      textTitle: '',
      text: '',
      files: [],
      agentFile: null,
    },
    validate: (values) => validateNewAgent(source, values),
  });
  const creation = useCreateAgent(source, onCreated, (issues) => form.setErrors(fieldErrors(issues, form.getValues())));
  const problem = creation.isError ? toProblem(creation.error) : null;
  const isCard = problem !== null && !isAtFields(problem.issues, Object.keys(form.values));
  const suggestion = suggestTitle(source, form.values);
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => creation.mutate(values))}>
      <SourceChoice
        value={source}
        onChange={(next) => {
          form.clearErrors();
          creation.reset();
          onSource(next);
        }}
      />
      {source === 'website' && (
        <>
          <TextInput
            label={t('url')}
            placeholder="https://example.com"
            description={t('urlHint')}
            inputMode="url"
            autoComplete="url"
            {...form.getInputProps('url')}
          />
          <NumberInput
            label={t('pagesMax')}
            description={t('pagesHint', { max: limits.crawlPagesMax })}
            min={1}
            max={limits.crawlPagesMax}
            clampBehavior="none"
            allowDecimal={false}
            w={160}
            {...form.getInputProps('pagesMax')}
          />
        </>
      )}
      {source === 'files' && (
        <FilePicker
          files={form.values.files}
          onChange={(files) => form.setFieldValue('files', files)}
          error={form.errors.files}
        />
      )}
      {source === 'text' && (
        <>
          <TextInput
            label={t('textTitle')}
            description={t('textTitleHint')}
            placeholder={titleOfText(form.values.text)}
            maxLength={200}
            {...form.getInputProps('textTitle')}
          />
          <Textarea
            label={t('textLabel')}
            description={t('textHint')}
            autosize
            minRows={8}
            maxRows={20}
            {...form.getInputProps('text')}
          />
        </>
      )}
      {source === 'agent' && (
        <AgentFileInput
          picked={form.values.agentFile}
          error={form.errors.agentFile}
          onChange={(agentFile) => form.setFieldValue('agentFile', agentFile)}
        />
      )}
      <TextInput
        label={t('name')}
        placeholder={suggestion}
        description={source === 'empty' ? t('nameHint') : t('nameHintTaken')}
        maxLength={80}
        {...form.getInputProps('title')}
      />
      {isCard && (
        <LoadFailure title={t('failed')} problem={{ ...problem, message: t('kept', { error: problem.message }) }} />
      )}
      <div className={styles.actions}>
        <Button type="submit" loading={creation.isPending}>
          {isCard ? ui('retry') : t('create')}
        </Button>
      </div>
    </form>
  );
}

async function addContent(id: string, source: Source, values: NewAgentValues): Promise<void> {
  if (source === 'website') {
    const url = completeAddress(values.url) ?? values.url;
    await api.knowledge.add({ id, kind: 'crawl', url, pagesMax: Number(values.pagesMax) });
  }
  if (source === 'text') {
    await api.knowledge.add({ id, kind: 'text', title: textTitleOf(values), text: values.text });
  }
}

/** Creates the agent, then gives it its first document; of an agent file, in one. However often it is tried, one agent comes of it. */
function useCreateAgent(
  source: Source,
  onCreated: NewAgentFormProps['onCreated'],
  onRefused: (issues: Issue[]) => void,
) {
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const createdId = useRef<string | null>(null);
  return useMutation({
    meta: { isFailureShown: true },
    mutationFn: async (values: NewAgentValues) => {
      const title = values.title.trim() || suggestTitle(source, values);
      if (source === 'agent' && values.agentFile) {
        const file = asNamed(values.agentFile, title) as AgentFile;
        const { agent, notes } = await api.agentFiles.create({ uid, file });
        return { id: agent.ID, files: [], notes };
      }
      createdId.current ??= (await api.agents.create({ uid, title })).ID;
      const id = createdId.current;
      try {
        await addContent(id, source, values);
      } catch (error) {
        // Nobody wants the empty agent of a mistyped address. Where it cannot be removed, the next try fills it.
        await api.agents.delete({ id }).then(
          () => {
            createdId.current = null;
          },
          () => undefined,
        );
        throw error;
      }
      return { id, files: source === 'files' ? values.files : [], notes: [] };
    },
    onSuccess: async ({ id, files, notes }) => {
      await queryClient.invalidateQueries({ queryKey: query.agents.list.key() });
      onCreated(id, files, notes);
    },
    onError: (error) => onRefused(toProblem(error).issues),
  });
}
