import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import styles from './credentials.module.css';

interface FormEndProps {
  saving: Pick<UseMutationResult<unknown, Error, never>, 'isError' | 'isPending' | 'error'>;
  /** Said over the problem. */
  failed: string;
  action: string;
  onClose: () => void;
}

/** What went wrong, that nothing was lost by it, and the buttons. */
export function FormEnd({ saving, failed, action, onClose }: FormEndProps) {
  const t = useTexts('credentials');
  const ui = useTexts('ui');
  const problem = saving.isError && toProblem(saving.error);
  // What the fields say is not said again.
  const isCard = problem && problem.issues.length === 0;
  return (
    <>
      {isCard && (
        <LoadFailure title={failed} problem={{ ...problem, message: t('kept', { error: problem.message }) }} />
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {isCard ? ui('retry') : action}
        </Button>
      </div>
    </>
  );
}
