import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { toProblem } from '../api.ts';
import { useTexts } from '../texts/texts.ts';
import { Page } from '../ui/page/page-header.tsx';
import { LoadFailure } from '../ui/states/load-failure.tsx';

/** In the place of a page that could not be loaded or drawn. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const t = useTexts('ui');
  const router = useRouter();
  return (
    <Page>
      <LoadFailure
        title={t('screenFailed')}
        problem={toProblem(error)}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}
