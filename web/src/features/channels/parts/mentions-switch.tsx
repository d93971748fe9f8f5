import { CHANNEL_NAMES } from '@antiphon/contract/channel-names';
import type { ChannelConnection } from '@antiphon/contract/channels';
import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** Whether it answers on servers, where many write. */
export function MentionsSwitch({ channel }: { channel: ChannelConnection }) {
  const t = useTexts('channels');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const { id, agentId, provider, name } = channel;
  const changing = useMutation({
    mutationFn: (answersMentions: boolean) => api.channels.update({ uid, agentId, connectionId: id, answersMentions }),
    meta: { failure: t('channel.mentionsFailed') },
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.channels.key() }),
  });
  return (
    <Switch
      mt={12}
      label={t('channel.mentions')}
      description={t('channel.mentionsHint', { channel: CHANNEL_NAMES[provider], name })}
      checked={changing.isPending ? changing.variables : channel.answersMentions === true}
      disabled={changing.isPending}
      onChange={(event) => changing.mutate(event.currentTarget.checked)}
    />
  );
}
