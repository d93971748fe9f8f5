import { useTexts } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page-header.tsx';

export function NotHere() {
  const t = useTexts('client-shell');
  return (
    <Page>
      <EmptyState title={t('notFound')} description={t('notFoundHint')} />
    </Page>
  );
}
