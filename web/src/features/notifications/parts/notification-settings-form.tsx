import type { NotificationSettings, NotifyIf, NotifyThrough } from '@antiphon/contract/notifications';
import { Radio, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { PushSwitch } from './push-switch.tsx';

const conditions: NotifyIf[] = ['all', 'requestsOnly', 'none'];
const ways: NotifyThrough[] = ['all', 'email', 'push', 'none'];

/** A choice counts at once; where the server refused it the old one stands again. */
export function NotificationSettingsForm() {
  const t = useTexts('notifications');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const options = query.notifications.getSettings.queryOptions({ input: { uid } });
  const settings = useQuery(options);
  const saving = useMutation({
    mutationFn: (chosen: NotificationSettings) => api.notifications.saveSettings({ uid, ...chosen }),
    meta: { success: t('settings.saved'), failure: t('settings.saveFailed') },
    onMutate: (chosen) => queryClient.setQueryData(options.queryKey, (old) => old && { ...old, ...chosen }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: query.notifications.getSettings.key() }),
        queryClient.invalidateQueries({ queryKey: query.notifications.list.key() }),
      ]),
  });
  if (settings.isPending) return <FormSkeleton />;
  if (settings.isError)
    return (
      <LoadFailure
        title={t('settings.loadFailed')}
        problem={toProblem(settings.error)}
        onRetry={() => void settings.refetch()}
      />
    );
  const { notifyIf, notifyThrough, pushKey } = settings.data;
  return (
    <Stack gap={20} p={16}>
      <Radio.Group
        label={t('settings.notifyIf')}
        value={notifyIf}
        onChange={(value) => saving.mutate({ notifyThrough, notifyIf: value as NotifyIf })}
      >
        <Stack gap={8} mt={8}>
          {conditions.map((condition) => (
            <Radio key={condition} value={condition} label={t(`conditions.${condition}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={t('settings.notifyThrough')}
        description={t('settings.notifyThroughHint')}
        value={notifyThrough}
        onChange={(value) => saving.mutate({ notifyIf, notifyThrough: value as NotifyThrough })}
      >
        <Stack gap={8} mt={8}>
          {ways.map((way) => (
            <Radio key={way} value={way} label={t(`ways.${way}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <PushSwitch pushKey={pushKey} />
    </Stack>
  );
}
