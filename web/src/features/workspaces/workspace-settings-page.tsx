import { useTexts } from '../../texts/texts.ts';
import { SectionList } from '../../ui/forms/section-list.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { WorkspaceSettings } from './parts/workspace-settings.tsx';

export function WorkspaceSettingsPage() {
  const t = useTexts('workspaces');
  return (
    <Page>
      <PageHeader title={t('settings')} />
      <SectionList>
        <WorkspaceSettings />
      </SectionList>
    </Page>
  );
}
