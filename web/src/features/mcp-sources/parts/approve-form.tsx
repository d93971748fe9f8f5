import type { McpSourceId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { McpTool } from '@antiphon/contract/mcp-sources';
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { useKeepSource } from './use-keep-source.ts';

interface ApproveFormProps {
  sourceId: McpSourceId;
  tool: McpTool;
  onClose: () => void;
}

type Kind = NonNullable<McpTool['kind']>;
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().slice(0, limits.functionSentenceCharsMax))
    .filter((line) => line !== '')
    .slice(0, limits.functionExamplesMax);

/** What the tool is, by the owner's word: its server's is only suggested. */
export function ApproveForm({ sourceId, tool, onClose }: ApproveFormProps) {
  const t = useTexts('mcp-sources');
  const ui = useTexts('ui');
  const functions = useTexts('functions');
  const { uid } = useWorkspace();
  const keep = useKeepSource();
  const queryClient = useQueryClient();
  const isAgain = tool.functionId !== null;
  const suggested: Kind = tool.kind ?? (tool.isSaidToRead ? 'read' : 'effect');
  const form = useForm({
    initialValues: { kind: suggested as string, examples: '' },
    validate: {
      examples: (text) =>
        isAgain || linesOf(text).length >= limits.functionExamplesMin
          ? null
          : t('approve.examplesMissing', { count: limits.functionExamplesMin }),
    },
  });
  const approving = useMutation({
    mutationFn: ({ kind, examples }: typeof form.values) =>
      api.mcpSources.approve({
        ...{ uid, sourceId, tool: tool.name, fingerprint: tool.fingerprint, kind: kind as Kind },
        // Those that its function has stay.
        examples: isAgain ? [tool.name, tool.name, tool.name] : linesOf(examples),
      }),
    meta: { success: t('approve.done', { name: tool.name }), failure: t('approve.failed', { name: tool.name }) },
    onSuccess: keep,
    // Its server says something else by now: what is shown here is old.
    onError: () => queryClient.invalidateQueries({ queryKey: query.mcpSources.get.key() }),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => approving.mutate(values))}>
      <Stack>
        <Radio.Group label={t('approve.kind')} description={t('approve.kindHint')} {...form.getInputProps('kind')}>
          <Stack gap={10} mt={6}>
            {(['read', 'effect'] as const).map((kind) => (
              <Radio key={kind} value={kind} label={t(`kinds.${kind}`)} description={functions(`kindHints.${kind}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {!isAgain && (
          <Textarea
            label={functions('labels.examples')}
            description={t('approve.examplesHint', { count: limits.functionExamplesMin })}
            autosize
            minRows={3}
            maxRows={10}
            {...form.getInputProps('examples')}
          />
        )}
        <Group gap="xs">
          <Button type="submit" loading={approving.isPending}>
            {t('approve.go')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
