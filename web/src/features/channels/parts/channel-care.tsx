import { companyOf } from '@antiphon/contract/channel-names';
import type { ChannelConnection } from '@antiphon/contract/channels';
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, goneIsDone, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './channels.module.css';
import { MentionsSwitch } from './mentions-switch.tsx';

interface ChannelCareProps {
  channel: ChannelConnection;
  mayChange: boolean;
  /** For one that its provider does not let in any more, or calls elsewhere. */
  onReconnect: () => void;
}

/** What is wrong with a channel and what waits, in words, and what can be done. */
export function ChannelCare({ channel, mayChange, onReconnect }: ChannelCareProps) {
  const t = useTexts('channels');
  const { state, problem, waiting } = channel;
  return (
    <>
      {(state === 'paused' || state === 'token_dead' || state === 'taken_over') && (
        <p className={styles.quiet}>{t(`hints.${state}`, { channel: companyOf(channel.provider) })}</p>
      )}
      {problem !== '' && (
        <p className={styles.problem} data-text="content" dir="auto">
          {problem}
        </p>
      )}
      {waiting > 0 && <p className={styles.quiet}>{t('channel.waiting', { count: waiting })}</p>}
      {mayChange && channel.answersMentions !== null && <MentionsSwitch channel={channel} />}
      {mayChange && (
        <Group gap={8} mt={12}>
          {state === 'token_dead' || state === 'taken_over' ? (
            <Button size="compact-md" onClick={onReconnect}>
              {state === 'token_dead' ? t('channel.replace') : t('channel.again')}
            </Button>
          ) : (
            <PauseButton channel={channel} />
          )}
          <RemoveButton channel={channel} />
        </Group>
      )}
    </>
  );
}

function useNamed({ id, agentId }: ChannelConnection) {
  const { uid } = useWorkspace();
  return { uid, agentId, connectionId: id };
}

function PauseButton({ channel }: { channel: ChannelConnection }) {
  const t = useTexts('channels');
  const named = useNamed(channel);
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: query.channels.key() });
  const pausing = useMutation({
    mutationFn: () => api.channels.pause(named),
    meta: { success: t('channel.pauseDone'), failure: t('channel.pauseFailed') },
    onSuccess,
  });
  const resuming = useMutation({
    mutationFn: () => api.channels.resume(named),
    meta: { success: t('channel.resumeDone'), failure: t('channel.resumeFailed') },
    onSuccess,
  });
  const isPaused = channel.state === 'paused';
  return (
    <Button
      size="compact-md"
      variant={isPaused ? 'filled' : 'default'}
      onClick={() => (isPaused ? resuming : pausing).mutate()}
      loading={pausing.isPending || resuming.isPending}
    >
      {isPaused ? t('channel.resume') : t('channel.pause')}
    </Button>
  );
}

export function RemoveButton({ channel }: { channel: ChannelConnection }) {
  const t = useTexts('channels');
  const named = useNamed(channel);
  const queryClient = useQueryClient();
  const [isAsking, dialog] = useDisclosure(false);
  const removal = useMutation({
    mutationFn: () => api.channels.remove(named).catch(goneIsDone),
    meta: { success: t('channel.removeDone'), failure: t('channel.removeFailed'), kept: t('channel.removeKept') },
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries({ queryKey: query.channels.key() });
    },
  });
  return (
    <>
      <Button size="compact-md" variant="default" c="var(--ui-bad)" onClick={dialog.open}>
        {t('channel.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('channel.removeTitle', { name: channel.name })}
        confirmLabel={t('channel.remove')}
        onConfirm={() => removal.mutate()}
        isPending={removal.isPending}
      >
        {t('channel.removeText')}
      </ConfirmDialog>
    </>
  );
}
