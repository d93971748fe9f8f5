import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { Leads } from './parts/leads.tsx';

/** A page of its own, in a client's dashboard. */
export function LeadsPage({ agentId }: { agentId: string }) {
  const t = useTexts('leads');
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Leads agentId={agentId} />
    </Page>
  );
}
