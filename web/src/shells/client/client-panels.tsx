import type { ClientMe } from '@antiphon/contract/client-sessions';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { currentRegion } from '../../api.ts';
import { useOnceOpen } from '../../ui/forms/use-once-open.ts';
import { pathOfPage } from './client-paths.ts';
import { shownPages } from './shown-pages.ts';
import { usePanel } from './use-panel.ts';

const AccountDrawer = lazy(async () => ({
  default: (await import('../../features/client-sessions/account-drawer.tsx')).AccountDrawer,
}));
const OrgDrawer = lazy(async () => ({
  default: (await import('../../features/client-sessions/own-org-drawer.tsx')).OwnOrgDrawer,
}));
const AddUserDrawer = lazy(async () => ({
  default: (await import('../../features/client-sessions/add-user-drawer.tsx')).AddUserDrawer,
}));
const NewAgentDialog = lazy(async () => ({
  default: (await import('../../features/client-sessions/new-agent-dialog.tsx')).NewAgentDialog,
}));
const BillingDashboard = lazy(async () => ({
  default: (await import('../../features/client-billing/billing-dashboard.tsx')).BillingDashboard,
}));
const FeedbackDrawer = lazy(async () => ({
  default: (await import('../../features/feedback/feedback-drawer.tsx')).FeedbackDrawer,
}));

/** Drawers over the page, each loaded when it is first opened; those that a client may not use stay shut. */
export function ClientPanels({ me }: { me: ClientMe }) {
  const { panel, close } = usePanel();
  const router = useRouter();
  const { canEditProfile, canEditOrg, canAddUsers, canCreateAgents, canGiveFeedback } = me.abilities;
  const account = panel === 'account' && canEditProfile;
  const about = panel === 'about' && canEditOrg;
  const addUser = panel === 'add-user' && canAddUsers;
  const newAgent = panel === 'new-agent' && canCreateAgents;
  const feedback = panel === 'feedback' && canGiveFeedback;
  // What an org pays is its people's own: never whose dashboard was opened in their place.
  const billing = panel === 'billing' && me.loadTokens !== null && me.openedBy === null;
  const { org } = me;
  return (
    <Suspense>
      {useOnceOpen(account) && <AccountDrawer isOpen={account} onClose={close} />}
      {useOnceOpen(about) && org && <OrgDrawer org={org} isOpen={about} onClose={close} />}
      {useOnceOpen(addUser) && org && <AddUserDrawer org={org} isOpen={addUser} onClose={close} />}
      {useOnceOpen(newAgent) && (
        <NewAgentDialog
          isOpen={newAgent}
          onClose={close}
          onCreated={(id) => router.history.push(pathOfPage(currentRegion(), id, shownPages(me.pages)[0] ?? ''))}
        />
      )}
      {useOnceOpen(feedback) && (
        <FeedbackDrawer agencyId={me.client.agencyId} email={me.client.email} isOpen={feedback} onClose={close} />
      )}
      {useOnceOpen(billing) && <BillingDashboard isOpen={billing} onClose={close} />}
    </Suspense>
  );
}
