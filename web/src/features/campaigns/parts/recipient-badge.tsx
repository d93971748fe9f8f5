import { type CampaignKind, SMS_PROBLEMS } from '@antiphon/contract/campaign-words';
import type { CampaignRecipient } from '@antiphon/contract/campaigns';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { recipientTones, stateKey } from '../campaign-words.ts';
import styles from './campaigns.module.css';

interface RecipientBadgeProps {
  kind: CampaignKind;
  recipient: CampaignRecipient;
}

/** What became of somebody, and why where they are passed over or could not be reached. */
export function RecipientBadge({ kind, recipient: { state, reason, problem } }: RecipientBadgeProps) {
  const t = useTexts('campaigns');
  const known = SMS_PROBLEMS.find((one) => one === problem);
  const ofWhatsApp = kind === 'whatsapp' && (known === 'blocked' || known === 'refused') ? known : null;
  return (
    <span className={styles.badge}>
      <StatusBadge tone={recipientTones[state]} isBusy={state === 'under_way'}>
        {reason === null ? t(stateKey(kind, state)) : t(`reasons.${reason}`)}
      </StatusBadge>
      {state === 'failed' && problem !== '' && (
        <span className={styles.muted} data-text={known ? undefined : 'content'}>
          {ofWhatsApp ? t(`whatsapp.problems.${ofWhatsApp}`) : known ? t(`problems.${known}`) : problem}
        </span>
      )}
    </span>
  );
}
