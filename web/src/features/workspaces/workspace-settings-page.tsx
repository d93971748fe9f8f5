import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { WorkspaceSettings } from './parts/workspace-settings.tsx';

export function WorkspaceSettingsPage() {
  const t = useTexts('workspaces');
  return (
    <Page width="narrow">
      <PageHeader title={t('settings')} />
      <WorkspaceSettings />
    </Page>
  );
}
