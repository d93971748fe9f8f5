import type { AgentId } from '@antiphon/contract/ids';
import type { AgentFace } from '@antiphon/contract/orgs';
import { Checkbox } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import styles from './clients.module.css';

interface AgentsFieldProps {
  /** Of the org. */
  agents: AgentFace[];
  chosen: AgentId[];
  onChange: (chosen: AgentId[]) => void;
}

/** What a new person works with; where that is nothing, it is said what comes of it. */
export function AgentsField({ agents, chosen, onChange }: AgentsFieldProps) {
  const t = useTexts('clients');
  if (agents.length === 0) return <Notice>{t('form.agentsNone')}</Notice>;
  return (
    <>
      <Checkbox.Group
        label={t('form.agents')}
        description={t('form.agentsHint')}
        value={chosen}
        onChange={(ids) => onChange(agents.map(({ ID }) => ID).filter((id) => ids.includes(id)))}
      >
        <div className={`${styles.choice} ${styles.agentsChoice}`}>
          {agents.map(({ ID, title }) => (
            <Checkbox key={ID} value={ID} label={<span data-text="content">{title}</span>} />
          ))}
        </div>
      </Checkbox.Group>
      {chosen.length === 0 && <Notice>{t('form.agentsUnchosen')}</Notice>}
    </>
  );
}
