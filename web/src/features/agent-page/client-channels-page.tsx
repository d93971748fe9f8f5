import { useTexts } from '../../texts/texts.ts';
import { WidgetPlace } from '../channels/channels-tab.tsx';
import styles from './parts/agent-frame.module.css';
import { ClientAgent } from './parts/client-agent.tsx';

/** Where a client's agent can be reached, to look at and to copy: how it looks is the agency's. */
export function ClientChannelsPage({ agentId }: { agentId: string }) {
  const t = useTexts('agent-page');
  return (
    <ClientAgent agentId={agentId} title={t('tabs.channels')}>
      <div className={styles.alone}>
        <WidgetPlace />
      </div>
    </ClientAgent>
  );
}
