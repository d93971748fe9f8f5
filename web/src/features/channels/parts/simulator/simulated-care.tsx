import type { ChannelConnection } from '@antiphon/contract/channels';
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { RemoveButton } from '../channel-care.tsx';
import styles from '../channels.module.css';

const PhoneModal = lazy(async () => ({ default: (await import('./phone-modal.tsx')).PhoneModal }));

interface SimulatedCareProps {
  channel: ChannelConnection;
  agent: { title: string; isPublished: boolean };
  mayChange: boolean;
  onConnect: () => void;
  /** It was made a moment ago: its phone is open. */
  isNew: boolean;
}

/** What can be done with a channel that is only tried. */
export function SimulatedCare({ channel, agent, mayChange, onConnect, isNew }: SimulatedCareProps) {
  const t = useTexts('channels');
  const [isOpen, phone] = useDisclosure(isNew);
  return (
    <>
      <p className={styles.quiet}>{t('simulator.hint')}</p>
      <Group gap={8} mt={12}>
        <Button size="compact-md" onClick={phone.open}>
          {t('simulator.open')}
        </Button>
        {mayChange && (
          <>
            <Button size="compact-md" variant="default" onClick={onConnect}>
              {t('simulator.real')}
            </Button>
            <RemoveButton channel={channel} />
          </>
        )}
      </Group>
      {isOpen && (
        <Suspense>
          <PhoneModal channel={channel} agent={agent} onClose={phone.close} />
        </Suspense>
      )}
    </>
  );
}
