import type { ExportPart } from '@antiphon/contract/conversations';
import { limits } from '@antiphon/contract/limits';
import { Button, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { saveFile } from '../../../ui/lists/save-file.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { useConversationFilters } from '../use-conversations.ts';

type Format = 'csv' | 'jsonl';
const types: Record<Format, string> = { csv: 'text/csv', jsonl: 'application/x-ndjson' };

/** The list as it is filtered, as a file. It comes in pieces, so that a long one shows how far it is and can be stopped. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('sessions');
  const tUi = useTexts('ui');
  const [format, setFormat] = useState<Format>('csv');
  const { progress, run } = useExport(format, onClose);
  const isCut = progress !== null && progress.total > limits.exportConversationsMax;
  return (
    <Modal opened onClose={onClose} title={t('export.title')} size={440}>
      <Stack gap="md">
        <Radio.Group label={t('export.format')} value={format} onChange={(value) => setFormat(value as Format)}>
          <Stack gap="xs" mt="xs">
            <Radio value="csv" label={t('export.csv')} description={t('export.csvHint')} disabled={run.isPending} />
            <Radio
              value="jsonl"
              label={t('export.jsonl')}
              description={t('export.jsonlHint')}
              disabled={run.isPending}
            />
          </Stack>
        </Radio.Group>
        {run.isPending && (
          <div role="status">
            <Progress
              value={progress && progress.total > 0 ? (progress.done / progress.total) * 100 : 0}
              aria-label={t('export.progress')}
            />
            <Text size="sm" c="var(--ui-muted)" mt="xs">
              {progress ? t('export.done', { done: progress.done, total: progress.total }) : tUi('loading')}
            </Text>
          </div>
        )}
        {isCut && (
          <Text size="sm" c="var(--ui-muted)">
            {t('export.bounded', { count: limits.exportConversationsMax })}
          </Text>
        )}
        {run.isError && <LoadFailure title={t('export.failed')} problem={toProblem(run.error)} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button onClick={() => run.mutate()} loading={run.isPending}>
            {run.isError ? tUi('retry') : t('export.action')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function useExport(format: Format, onSaved: () => void) {
  const { uid } = useWorkspace();
  const t = useTexts('sessions');
  const filters = useConversationFilters();
  const [progress, setProgress] = useState<ExportPart | null>(null);
  const closing = useRef<AbortController>(null);
  useEffect(() => () => closing.current?.abort(), []);
  const run = useMutation({
    meta: { success: t('export.saved'), isFailureShown: true },
    mutationFn: async () => {
      const stop = new AbortController();
      closing.current = stop;
      setProgress(null);
      const pieces: string[] = [];
      const parts = await api.conversations.exportAll({ uid, ...filters, format }, { signal: stop.signal });
      let isWhole = false;
      for await (const part of parts) {
        pieces.push(part.text);
        setProgress(part);
        isWhole = part.isLast;
      }
      // A connection that was cut looks like an end.
      if (!isWhole) throw new TypeError('The export broke off.');
      return new Blob(pieces, { type: types[format] });
    },
    onSuccess: (content) => {
      saveFile(content, `conversations-${new Date().toISOString().slice(0, 10)}.${format}`);
      onSaved();
    },
  });
  return { progress, run };
}
