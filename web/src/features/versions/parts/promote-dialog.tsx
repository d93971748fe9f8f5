import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { ChangeList } from '../../working-copy/change-list.tsx';
import { describeChanges } from '../../working-copy/describe-changes.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useMoved } from './use-moved.ts';
import { useVersionSettings } from './use-version-settings.ts';

interface PromoteDialogProps {
  live: number;
  staging: number;
  onClose: () => void;
}

/** Shows what visitors of live get otherwise, and makes it so: that version alone, whatever staging has by then. */
export function PromoteDialog({ live, staging, onClose }: PromoteDialogProps) {
  const t = useTexts('versions');
  const { agent } = useWorkingCopy();
  const queryClient = useQueryClient();
  const showMoved = useMoved();
  const [before, after] = [useVersionSettings(agent.ID, live), useVersionSettings(agent.ID, staging)];
  const problem = before.error ?? after.error;
  const promoting = useMutation({
    mutationFn: () => api.agents.promote({ id: agent.ID, version: staging }),
    meta: {
      success: t('staging.promoted', { number: staging }),
      failure: t('staging.notPromoted'),
      kept: t('restore.kept'),
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: query.agents.get.key() }),
    onSuccess: async (promoted) => {
      onClose();
      await showMoved(promoted);
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('staging.ask', { number: staging })}
      confirmLabel={t('staging.promote')}
      onConfirm={() => promoting.mutate()}
      isPending={promoting.isPending}
      isDangerous={false}
    >
      <Text mb="sm">{t('staging.differs', { live })}</Text>
      {problem && (
        <LoadFailure
          title={t('oneFailed')}
          problem={toProblem(problem)}
          onRetry={() => void Promise.all([before.refetch(), after.refetch()])}
        />
      )}
      {!problem && !(before.data && after.data) && <FormSkeleton />}
      {before.data && after.data && (
        <ChangeList
          changes={describeChanges(before.data.settings, after.data.settings)}
          emptyText={t('staging.noChange')}
        />
      )}
    </ConfirmDialog>
  );
}
