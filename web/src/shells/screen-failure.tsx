import { onlineManager } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { toProblem } from '../api.ts';
import { useTexts } from '../texts/texts.ts';
import { Page } from '../ui/page/page-header.tsx';
import { LoadFailure } from '../ui/states/load-failure.tsx';

/** In the place of a page that could not be loaded or drawn. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const t = useTexts('ui');
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const comeBack = useEffectEvent(retry);
  useEffect(() => onlineManager.subscribe((isOnline) => isOnline && comeBack()), []);
  return (
    <Page>
      <LoadFailure title={t('screenFailed')} problem={toProblem(error)} onRetry={retry} />
    </Page>
  );
}
