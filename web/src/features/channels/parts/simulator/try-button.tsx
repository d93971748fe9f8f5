import type { ChannelProvider } from '@antiphon/contract/channel-names';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../../api.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { useWorkingCopy } from '../../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../../workspaces/use-workspace.ts';

/** A channel at once, without an account: its phone is here. */
export function TryButton({ provider, onMade }: { provider: ChannelProvider; onMade: () => void }) {
  const t = useTexts('channels');
  const { uid } = useWorkspace();
  const { agent } = useWorkingCopy();
  const client = useQueryClient();
  const trying = useMutation({
    mutationFn: () => api.simulator.connect({ uid, agentId: agent.ID, provider }),
    meta: { failure: t('simulator.tryFailed') },
    onSuccess: async () => {
      onMade();
      await client.invalidateQueries({ queryKey: query.channels.key() });
    },
  });
  return (
    <Button variant="subtle" onClick={() => trying.mutate()} loading={trying.isPending}>
      {t('simulator.try')}
    </Button>
  );
}
