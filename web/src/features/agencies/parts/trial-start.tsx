import type { AgencyView } from '@antiphon/contract/agencies';
import { limits } from '@antiphon/contract/limits';
import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './agencies.module.css';

/** Before the workspace is an agency: a trial, unless its plan includes it. Who has had the trial is told so instead of being offered it again. */
export function TrialStart({ view }: { view: AgencyView }) {
  const t = useTexts('agencies');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/app/$region/agency' });
  const { canEdit, canStartTrial, isIncluded } = view.abilities;
  const starting = useMutation({
    mutationFn: () => api.agencies.activateWhitelabelTrial({ uid }),
    meta: { success: t('trial.initialized'), failure: t('trial.failed') },
    onSuccess: async ({ success: _success, whitelabelTrialEndsAt: _endsAt, ...started }) => {
      await navigate({ search: { started: true } });
      queryClient.setQueryData(query.agencies.get.queryKey({ input: { uid } }), started);
      await queryClient.invalidateQueries({ queryKey: query.workspaces.key() });
      await queryClient.invalidateQueries({ queryKey: query.identity.getProfile.key() });
    },
  });
  const offer = isIncluded ? 'trial.included' : 'trial.text';
  const hint = canStartTrial ? offer : canEdit ? 'trial.used' : 'trial.notAllowed';
  return (
    <EmptyState
      icon={<IconBuildingStore size={28} stroke={1.5} />}
      title={t('trial.title')}
      description={
        <>
          {t(hint, { days: limits.whitelabelTrialDays })}
          {canStartTrial && <span className={styles.warning}>{t('trial.testChat')}</span>}
        </>
      }
      action={
        canStartTrial ? (
          <Button loading={starting.isPending} onClick={() => starting.mutate()}>
            {t(isIncluded ? 'trial.go' : 'trial.start')}
          </Button>
        ) : undefined
      }
    />
  );
}
