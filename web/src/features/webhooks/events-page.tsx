import { Button } from '@mantine/core';
import { IconPlus, IconSend, IconWebhook } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, query, toProblem } from '../../api.ts';
import { say, useTexts } from '../../texts/texts.ts';
import { SecretDialog } from '../../ui/forms/secret-dialog.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { showSuccess } from '../../ui/states/toasts.tsx';
import { readAnew } from '../signals/read-anew.ts';
import { useSignals } from '../signals/use-signals.ts';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { awaitAttempt } from './parts/await-attempt.ts';
import { DeliveryDrawer } from './parts/delivery-drawer.tsx';
import { DeliveryLog } from './parts/delivery-log.tsx';
import { EndpointBanner } from './parts/endpoint-banner.tsx';
import { EndpointForm } from './parts/endpoint-form.tsx';
import { SecretSection } from './parts/secret-section.tsx';

/** Where a workspace's events go, and what became of each. What is open and the filters are in the address. */
export function EventsPage() {
  const t = useTexts('webhooks');
  const { edit, delivery } = useSearch({ from: '/app/$region/events' });
  const navigate = useNavigate({ from: '/app/$region/events' });
  const { uid } = useWorkspace();
  const mayWrite = useMay('credentials.write');
  const queryClient = useQueryClient();
  // Here, where no answer of the server takes it away: it is shown once.
  const [secret, setSecret] = useState<string | null>(null);
  const webhook = useQuery(query.webhooks.get.queryOptions({ input: { uid } }));
  useSignals((signal) => {
    if (signal === null || signal.kind === 'delivery' || signal.kind === 'webhook')
      void readAnew(queryClient, query.webhooks.key());
  });
  const endpoint = webhook.data?.endpoint ?? null;
  const isEmpty = webhook.isSuccess && endpoint === null && !edit;
  const add = mayWrite ? (
    <Button
      leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
      onClick={() => void navigate({ search: { edit: true } })}
    >
      {t('empty.action')}
    </Button>
  ) : undefined;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        action={endpoint && mayWrite ? <TestButton isPaused={endpoint.pausedAt !== null} /> : undefined}
      />
      {webhook.isPending && <FormSkeleton />}
      {webhook.isError && !webhook.data && (
        <LoadFailure
          title={t('loadFailed')}
          problem={toProblem(webhook.error)}
          onRetry={() => void webhook.refetch()}
        />
      )}
      {isEmpty && (
        <EmptyState
          icon={<IconWebhook size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={t('empty.text')}
          action={add}
        />
      )}
      {webhook.isSuccess && !isEmpty && (
        <>
          {endpoint && <EndpointBanner endpoint={endpoint} mayWrite={mayWrite} />}
          <EndpointForm
            key={endpoint?.createdAt ?? ''}
            endpoint={endpoint}
            mayWrite={mayWrite}
            onCancel={() => void navigate({ search: {} })}
            onSecret={setSecret}
          >
            {endpoint && <SecretSection endpoint={endpoint} mayWrite={mayWrite} onSecret={setSecret} />}
            {endpoint && <DeliveryLog mayWrite={mayWrite && endpoint.pausedAt === null} />}
          </EndpointForm>
        </>
      )}
      <SecretDialog
        secret={secret}
        title={t('secret.shownTitle')}
        label={t('secret.title')}
        text={t('secret.shownText')}
        done={t('secret.done')}
        onClose={() => {
          setSecret(null);
          void navigate({ search: (search) => ({ ...search, edit: undefined }) });
        }}
      />
      <DeliveryDrawer
        id={delivery}
        mayReplay={mayWrite && endpoint?.pausedAt === null}
        onClose={() => void navigate({ search: (search) => ({ ...search, delivery: undefined }) })}
      />
    </Page>
  );
}

function TestButton({ isPaused }: { isPaused: boolean }) {
  const t = useTexts('webhooks');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/app/$region/events' });
  const sending = useMutation({
    mutationFn: async () => {
      const { deliveryId } = await api.webhooks.sendTest({ uid });
      void queryClient.invalidateQueries({ queryKey: query.webhooks.listDeliveries.key() });
      return awaitAttempt({ uid, deliveryId });
    },
    meta: { failure: t('actions.testFailed') },
    onSuccess: ({ id, state, attempts }) => {
      if (attempts === 0) showSuccess(say('webhooks', 'actions.testSent'));
      else if (state === 'delivered') showSuccess(say('webhooks', 'actions.testDelivered'));
      // What the receiver answered, or why it was not reached.
      else void navigate({ search: (search) => ({ ...search, delivery: id }) });
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} stroke={1.5} aria-hidden="true" className="mirrored" />}
      onClick={() => sending.mutate()}
      loading={sending.isPending}
      disabled={isPaused}
    >
      {t('actions.test')}
    </Button>
  );
}
