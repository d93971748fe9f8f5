import { useTexts } from '../../../texts/texts.ts';
import { Page, PageHeader } from '../../../ui/page/page-header.tsx';
import { Inbox } from '../../inbox/inbox.tsx';
import { InboxSettingsButton } from '../../inbox/inbox-settings-button.tsx';
import { useSignals } from '../../signals/use-signals.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { useOneAgent } from '../conversation-place.ts';
import { ViewTabs } from './view-tabs.tsx';

/** The inbox of the selected workspace. */
export function InboxView() {
  const t = useTexts('sessions');
  const { uid } = useWorkspace();
  const isOfOne = useOneAgent() !== null;
  return (
    <Page>
      <PageHeader title={isOfOne ? t('ofOne') : t('title')} action={<InboxSettingsButton uid={uid} />}>
        <ViewTabs />
      </PageHeader>
      <Inbox uid={uid} useChanges={useSignals} isOfOne={isOfOne} />
    </Page>
  );
}
