import { Button, SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { PhoneNumbers } from '../phone-numbers/phone-numbers.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { useMay } from '../workspaces/use-workspace.ts';
import styles from './parts/calls.module.css';
import { Calls } from './parts/calls.tsx';
import { Latency } from './parts/latency.tsx';
import { VoiceForm } from './parts/voice-form.tsx';

const here = '/app/$region/agents/$agentId/$tab';
const views = ['settings', 'calls', 'phoneNumbers'] as const;

/** How an agent is called, and who called it. Which of them is shown stands in the address. */
export function VoiceTab() {
  const t = useTexts('calls');
  const { agent } = useWorkingCopy();
  const { tab = 'settings' } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const content: Record<(typeof views)[number], ReactNode> = {
    settings: <VoiceForm />,
    calls: <AgentCalls />,
    phoneNumbers: <PhoneNumbers agentId={agent.ID} />,
  };
  return (
    <>
      <div className={styles.views}>
        <SegmentedControl
          aria-label={t('views.label')}
          value={tab}
          onChange={(next) => {
            const shown = views.find((view) => view === next);
            void navigate({ search: { tab: shown === 'settings' ? undefined : shown } });
          }}
          data={views.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
      </div>
      {content[tab]}
    </>
  );
}

function AgentCalls() {
  const t = useTexts('calls');
  const { agent } = useWorkingCopy();
  const { calls: state } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const mayEnd = useMay('conversations.reply');
  return (
    <>
      <Latency agentId={agent.ID} />
      <Calls
        chosen={{ agentId: agent.ID, state }}
        onChoose={({ state: wanted }) =>
          void navigate({
            search: (old) => ({ ...old, calls: wanted === 'live' || wanted === 'ended' ? wanted : undefined }),
            replace: true,
          })
        }
        hasCredits
        mayOpen
        mayEnd={mayEnd}
        howTo={t('empty.text')}
        action={
          <Button variant="default" onClick={() => void navigate({ search: {} })}>
            {t('empty.action')}
          </Button>
        }
      />
    </>
  );
}
