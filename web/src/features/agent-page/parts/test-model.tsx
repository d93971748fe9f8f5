import type { FallbackModel } from '@antiphon/contract/agents';
import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './prompt-tab.module.css';

/** A small real call to the model with its key, saved or not. The provider's own answer is shown. */
export function TestModel({ model }: { model: FallbackModel }) {
  const t = useTexts('agent-page');
  const { agent, mayWrite } = useWorkingCopy();
  const queryClient = useQueryClient();
  const testing = useMutation({
    mutationFn: () => api.agents.testModel({ id: agent.ID, ...model }),
    meta: { isFailureShown: true },
    // With the platform's key a test costs what an answer does.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.workspaces.me.key() }),
  });
  if (!mayWrite) return null;
  const said = testing.isError ? { success: false, message: toProblem(testing.error).message } : (testing.data ?? null);
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} stroke={1.5} aria-hidden="true" />}
        disabled={model.model.trim() === ''}
        loading={testing.isPending}
        onClick={() => testing.mutate()}
      >
        {t('model.test')}
      </Button>
      <div role="status" className={styles.tested}>
        {said && (
          <>
            <StatusBadge tone={said.success ? 'good' : 'bad'}>
              {t(said.success ? 'model.answers' : 'model.answersNot')}
            </StatusBadge>
            <span data-text="content" dir="auto">
              {said.message}
            </span>
          </>
        )}
      </div>
    </div>
  );
}
