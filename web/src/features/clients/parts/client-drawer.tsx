import type { Client } from '@antiphon/contract/clients';
import type { ClientId, OrgId } from '@antiphon/contract/ids';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { ClientForm } from './client-form.tsx';

interface ClientDrawerProps {
  /** Edits this client. */
  clientId: string | undefined;
  /** Adds one to this org. */
  orgId: string | undefined;
  /** To this org. */
  onAdded: (orgId: OrgId) => void;
  onClose: () => void;
}

/** Nothing is kept once it is closed: a form that began with what was read earlier would save that over what came since. */
export function ClientDrawer({ clientId, orgId, onAdded, onClose }: ClientDrawerProps) {
  const t = useTexts('clients');
  return (
    <Drawer
      opened={clientId !== undefined || orgId !== undefined}
      onClose={onClose}
      title={t(clientId === undefined ? 'add.title' : 'edit.title')}
    >
      {clientId !== undefined && <Edit clientId={clientId as ClientId} onClose={onClose} />}
      {clientId === undefined && orgId !== undefined && (
        <Add orgId={orgId as OrgId} onAdded={onAdded} onClose={onClose} />
      )}
    </Drawer>
  );
}

function Edit({ clientId, onClose }: { clientId: ClientId; onClose: () => void }) {
  const t = useTexts('clients');
  const { uid } = useWorkspace();
  const client = useQuery(query.clients.get.queryOptions({ input: { uid, clientId }, gcTime: 0 }));
  if (client.isError)
    return (
      <LoadFailure title={t('loadFailed')} problem={toProblem(client.error)} onRetry={() => void client.refetch()} />
    );
  if (!client.isSuccess) return <RowsSkeleton rows={4} />;
  return (
    <ClientForm
      key={clientId}
      orgId={client.data.orgId}
      client={client.data}
      start={client.data}
      onSaved={onClose}
      onClose={onClose}
    />
  );
}

/** Begins with what the org gives its people. */
function Add({ orgId, onAdded, onClose }: Pick<ClientDrawerProps, 'onAdded' | 'onClose'> & { orgId: OrgId }) {
  const t = useTexts('clients');
  const { uid } = useWorkspace();
  const org = useQuery(query.orgs.get.queryOptions({ input: { uid, orgId }, gcTime: 0 }));
  if (org.isError)
    return <LoadFailure title={t('loadFailed')} problem={toProblem(org.error)} onRetry={() => void org.refetch()} />;
  if (!org.isSuccess) return <RowsSkeleton rows={4} />;
  const start: Pick<Client, 'canAccess' | 'clientTabOrder'> = {
    canAccess: org.data.defaultClientAccess,
    clientTabOrder: org.data.defaultClientTabOrder,
  };
  const onSaved = () => {
    onClose();
    onAdded(orgId);
  };
  return (
    <ClientForm key={orgId} orgId={orgId} start={start} agents={org.data.agents} onSaved={onSaved} onClose={onClose} />
  );
}
