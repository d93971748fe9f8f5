import type { ImportPreview } from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Problem, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FileInput } from '../../../ui/fields/file-input.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { type ImportChoice, ImportColumns } from './import-columns.tsx';
import { ImportResult } from './import-result.tsx';
import { useImport } from './use-import.ts';

const MEGABYTE = 1024 * 1024;

/** A file, its columns, its progress, what came of it. Until it is whole nothing of it is there. */
export function ImportDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const t = useTexts('leads');
  const [file, setFile] = useState<File | null>(null);
  const [choice, setChoice] = useState<ImportChoice>({ targets: [], onDuplicate: 'merge', groupId: null });
  const reading = useMutation({
    mutationFn: (chosen: File) => api.leads.previewImport({ id: agentId, file: chosen }),
    meta: { isFailureShown: true },
  });
  const refusal = reading.data?.refusal ?? null;
  const { leadImportRowsMax: rows, leadImportColumnsMax: columns } = limits;
  const { run, progress } = useImport(agentId);
  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null);
    reading.reset();
    run.reset();
    if (!chosen) return;
    reading.mutate(chosen, {
      onSuccess: ({ columns }) => setChoice((old) => ({ ...old, targets: columns.map(({ target }) => target) })),
    });
  };
  return (
    <Modal opened onClose={onClose} title={t('import.title')} size={720} closeOnClickOutside={!run.isPending}>
      {run.isSuccess ? (
        <ImportResult result={run.data} fileName={file?.name ?? ''} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <FileInput
            label={t('import.file')}
            description={t('import.fileHint', { count: rows })}
            types={['csv', 'txt', 'tsv']}
            maxSizeMB={limits.leadImportBytesMax / MEGABYTE}
            isDisabled={run.isPending}
            files={file ? [{ id: 'file', name: file.name, size: file.size }] : []}
            onAdd={([chosen]) => choose(chosen)}
            onRemove={() => choose(undefined)}
          />
          {reading.isError && (
            <LoadFailure
              title={t('import.unreadable')}
              problem={toProblem(reading.error)}
              onRetry={() => choose(reading.variables)}
            />
          )}
          {refusal && (
            <LoadFailure
              title={t('import.unreadable')}
              problem={{ message: t(`importRefusals.${refusal}`, { rows, columns }), requestId: null }}
            />
          )}
          {reading.isSuccess && !refusal && (
            <ImportColumns
              agentId={agentId}
              preview={reading.data}
              choice={choice}
              isDisabled={run.isPending}
              onChange={setChoice}
            />
          )}
          {run.isPending && <Share progress={progress} />}
          {run.isError && <RunFailure problem={toProblem(run.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('import.cancel')}
            </Button>
            <Button
              loading={run.isPending || reading.isPending}
              disabled={!file || !isReady(reading.data, choice)}
              onClick={() => file && run.mutate({ file, choice })}
            >
              {t('import.start', { count: reading.data?.rows ?? 0 })}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function RunFailure({ problem }: { problem: Problem }) {
  const t = useTexts('leads');
  // What was sent before its line broke is still at work.
  if (problem.code === 'conflict')
    return <LoadFailure title={t('import.runs')} problem={{ message: t('import.runsHint'), requestId: null }} />;
  return <LoadFailure title={t('import.failed')} problem={problem} />;
}

/** A lead is somebody who has a name or can be reached. */
const isReady = (preview: ImportPreview | undefined, { targets }: ImportChoice) =>
  preview !== undefined && ['name', 'email', 'phone'].some((target) => targets.includes(target));

function Share({ progress }: { progress: { done: number; total: number } | null }) {
  const t = useTexts('leads');
  return (
    <div role="status">
      <Progress
        value={progress && progress.total > 0 ? (progress.done / progress.total) * 100 : 0}
        aria-label={t('import.progress')}
      />
      <Text size="sm" c="var(--ui-muted)" mt="xs">
        {t('import.done', { done: progress?.done ?? 0, total: progress?.total ?? 0 })}
      </Text>
    </div>
  );
}
