import { Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { findSubscription, isPushPossible, subscribeBrowser, unsubscribeBrowser } from './push.ts';

const queryKey = ['push-subscription'];

/** Push messages to this browser, also while no window is open. */
export function PushSwitch({ pushKey }: { pushKey: string }) {
  const t = useTexts('notifications');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const subscription = useQuery({
    queryKey,
    queryFn: async () => (await findSubscription())?.endpoint ?? null,
    enabled: isPushPossible(),
  });
  const switching = useMutation({
    mutationFn: async (isOn: boolean) => (isOn ? subscribeBrowser(uid, pushKey) : unsubscribeBrowser(uid)),
    meta: { failure: t('push.failed') },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (!isPushPossible()) return <Text c="var(--ui-muted)">{t('push.impossible')}</Text>;
  const isDenied = Notification.permission === 'denied';
  return (
    <Switch
      label={t('push.label')}
      description={isDenied ? t('push.denied') : t('push.hint')}
      checked={Boolean(subscription.data)}
      disabled={subscription.isPending || switching.isPending || (isDenied && !subscription.data)}
      onChange={(event) => switching.mutate(event.currentTarget.checked)}
    />
  );
}
