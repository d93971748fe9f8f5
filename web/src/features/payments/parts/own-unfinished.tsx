import { useQuery } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { UnfinishedPayments } from '../unfinished-payments.tsx';
import type { Provider } from './provider.ts';
import { CHANGED } from './use-payment.ts';

/** Of the workspace. */
export function OwnUnfinished({ provider }: { provider: Provider }) {
  const { uid } = useWorkspace();
  const { data } = useQuery(query.orders.list.queryOptions({ input: { uid } }));
  const kit = {
    ...{ provider, changed: CHANGED },
    look: (orderId: Parameters<typeof api.orders.get>[0]['orderId']) => api.orders.get({ uid, orderId }),
    cancel: (orderId: Parameters<typeof api.orders.get>[0]['orderId']) => api.orders.cancel({ uid, orderId }),
  };
  return <UnfinishedPayments orders={data?.items ?? []} kit={kit} />;
}
