import type { WebhookDelivery } from '@antiphon/contract/webhooks';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { deliveryTones } from './delivery-words.ts';
import styles from './webhooks.module.css';

export function DeliveryRow({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: () => void }) {
  const t = useTexts('webhooks');
  const { type, state, lastStatus, attempts, createdAt } = delivery;
  return (
    <tr>
      <td>
        <button type="button" className={styles.open} onClick={onOpen}>
          {t(`types.${type}`)}
        </button>
      </td>
      <td>
        <StatusBadge tone={deliveryTones[state]} isBusy={state === 'pending'}>
          {t(`states.${state}`)}
        </StatusBadge>
      </td>
      <td className={`${cell.wideOnly} ${cell.number}`}>{lastStatus ?? t('log.noAnswer')}</td>
      <td className={`${cell.wideOnly} ${cell.number}`}>{formatCount(attempts)}</td>
      <td className={`${cell.muted} ${styles.time}`}>
        <RelativeTime date={createdAt} />
      </td>
    </tr>
  );
}
