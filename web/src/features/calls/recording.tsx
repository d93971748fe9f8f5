import type { Call } from '@antiphon/contract/calls';
import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { RelativeTime } from '../../ui/format/relative-time.tsx';
import { useIsClient } from '../workspaces/use-workspace.ts';
import styles from './parts/calls.module.css';
import { DeleteRecording } from './parts/delete-recording.tsx';
import { RecordingPlayer } from './parts/recording-player.tsx';

/** Opens the sound of a call beside what was said in it; nothing where there is none that whoever looks may hear. */
export function Recording({ call }: { call: Call }) {
  const t = useTexts('calls');
  const [isOpen, drawer] = useDisclosure(false);
  if (call.recordingUrl === null) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlayerPlay size={14} stroke={1.5} aria-hidden="true" />}
        onClick={drawer.open}
      >
        {t('recording.listen')}
      </Button>
      <Drawer opened={isOpen} onClose={drawer.close} size={560} title={t('recording.title')}>
        {isOpen && <Heard call={call} url={call.recordingUrl} onDeleted={drawer.close} />}
      </Drawer>
    </>
  );
}

function Heard({ call, url, onDeleted }: { call: Call; url: string; onDeleted: () => void }) {
  const t = useTexts('calls');
  const isClient = useIsClient();
  // Who was given calls and no conversations hears it without its words.
  const { data } = useQuery(
    query.conversations.get.queryOptions({ input: { conversationId: call.conversationId }, retry: false }),
  );
  return (
    <>
      {call.consent !== 'none' && (
        <p className={styles.note}>
          {t(`consent.${call.consent}`)} {call.consentAt !== null && <RelativeTime date={call.consentAt} />}
        </p>
      )}
      <RecordingPlayer
        url={url}
        from={Date.parse(call.recordedFrom ?? call.createdAt)}
        until={call.endedAt === null ? null : Date.parse(call.endedAt)}
        messages={data?.transcript ?? []}
      />
      {!isClient && <DeleteRecording call={call} onDeleted={onDeleted} />}
    </>
  );
}
