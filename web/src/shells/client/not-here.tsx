import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

export function NotHere() {
  const t = useTexts('client-shell');
  return (
    <Page>
      <EmptyState title={t('notFound')} description={t('notFoundHint')} />
    </Page>
  );
}
