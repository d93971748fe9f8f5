import type { AgentVersion } from '@antiphon/contract/agents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { isOfTests } from '../../working-copy/use-publishing.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';

interface RestoreDialogProps {
  version: AgentVersion;
  isOpen: boolean;
  onClose: () => void;
  onRestored: () => void;
}

export function RestoreDialog({ version, isOpen, onClose, onRestored }: RestoreDialogProps) {
  const t = useTexts('versions');
  const tSuites = useTexts('suites');
  const { agent, isDirty, replace } = useWorkingCopy();
  const queryClient = useQueryClient();
  const hasStaging = agent.stagingVersion !== null;
  const [blocked, setBlocked] = useState<string | null>(null);
  const restoring = useMutation({
    mutationFn: () => api.agents.restoreVersion({ id: agent.ID, number: version.number, override: blocked !== null }),
    meta: {
      success: t('restore.done', { number: version.number }),
      failure: t('restore.failed'),
      kept: t('restore.kept'),
    },
    onError: (error) => {
      const problem = toProblem(error);
      if (isOfTests(problem)) setBlocked(problem.message);
    },
    onSuccess: async (restored) => {
      setBlocked(null);
      // Staging and the working copy are as they were.
      if (!hasStaging) replace(restored);
      queryClient.setQueryData(query.agents.get.queryKey({ input: { id: agent.ID } }), restored);
      onClose();
      onRestored();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: query.agents.listVersions.key() }),
        queryClient.invalidateQueries({ queryKey: query.agents.list.key() }),
      ]);
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('restore.title', { number: version.number })}
      confirmLabel={blocked === null ? t('restore.confirm') : tSuites('override.confirm')}
      onConfirm={() => restoring.mutate()}
      isPending={restoring.isPending}
      isDangerous={(isDirty && !hasStaging) || blocked !== null}
    >
      {blocked !== null
        ? tSuites('override.text', { reason: blocked })
        : t(hasStaging ? 'restore.textLive' : 'restore.text')}{' '}
      {isDirty && !hasStaging && t('restore.unsaved')}
    </ConfirmDialog>
  );
}
