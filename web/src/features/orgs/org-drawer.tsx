import type { OrgId } from '@antiphon/contract/ids';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { OrgForm } from './parts/org-form.tsx';

/** For one that is not there yet. */
export function NewOrgDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts('orgs');
  return (
    <Drawer opened onClose={onClose} title={t('addTitle')}>
      <OrgForm onDone={onClose} />
    </Drawer>
  );
}

/** Reads the org each time that it is opened: the form begins with it. */
export function OrgDrawer({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const t = useTexts('orgs');
  const { uid } = useWorkspace();
  const org = useQuery(query.orgs.get.queryOptions({ input: { uid, orgId: orgId as OrgId }, gcTime: 0 }));
  return (
    <Drawer opened onClose={onClose} title={t('title')}>
      {org.isPending && <RowsSkeleton rows={4} />}
      {org.isError && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(org.error)} onRetry={() => void org.refetch()} />
      )}
      {org.isSuccess && <OrgForm key={orgId} org={org.data} onDone={onClose} />}
    </Drawer>
  );
}
