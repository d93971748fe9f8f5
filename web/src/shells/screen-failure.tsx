import { onlineManager } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { toProblem } from '../api.ts';
import { useTexts } from '../texts/texts.ts';
import { Page } from '../ui/page/page-header.tsx';
import { LoadFailure } from '../ui/states/load-failure.tsx';

/** As browsers say it. The code of an earlier version is gone from the server, and what failed to load is not asked for again. */
const isCodeMissing = (error: unknown) =>
  error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message);

/** In the place of a page that could not be loaded or drawn. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const t = useTexts('ui');
  const router = useRouter();
  const retry = () => {
    if (isCodeMissing(error)) return window.location.reload();
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
