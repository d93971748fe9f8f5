import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useSignals } from '../signals/use-signals.ts';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { Inbox } from './inbox.tsx';
import { InboxSettingsButton } from './inbox-settings-button.tsx';

/** The inbox of the selected workspace. */
export function InboxPage() {
  const t = useTexts('inbox');
  const { uid } = useWorkspace();
  const mayReply = useMay('conversations.reply');
  if (!mayReply)
    return (
      <Page>
        <PageHeader title={t('title')} />
        <EmptyState title={t('noAccess')} />
      </Page>
    );
  return (
    <Page>
      <PageHeader title={t('title')} action={<InboxSettingsButton uid={uid} />} />
      <Inbox uid={uid} useChanges={useSignals} />
    </Page>
  );
}
