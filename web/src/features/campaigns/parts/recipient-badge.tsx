import type { CampaignRecipient } from '@antiphon/contract/campaigns';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { recipientTones } from '../campaign-words.ts';
import styles from './campaigns.module.css';

/** What became of somebody, and why where they are passed over or could not be called. */
export function RecipientBadge({ recipient: { state, reason, problem } }: { recipient: CampaignRecipient }) {
  const t = useTexts('campaigns');
  return (
    <span className={styles.badge}>
      <StatusBadge tone={recipientTones[state]} isBusy={state === 'under_way'}>
        {reason === null ? t(`states.${state}`) : t(`reasons.${reason}`)}
      </StatusBadge>
      {state === 'failed' && problem !== '' && (
        <span className={styles.muted} data-text="content">
          {problem}
        </span>
      )}
    </span>
  );
}
