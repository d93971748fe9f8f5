import type { InboxItem } from '@antiphon/contract/handoffs';
import { useTexts } from '../../../texts/texts.ts';
import { formatMoment } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './inbox.module.css';
import { isReplied } from './is-replied.ts';

/** What there is to do about it, and whether it is of the agent that is being tried. */
export function ItemState({ item }: { item: InboxItem }) {
  const t = useTexts('inbox');
  return (
    <>
      <ToDo item={item} />
      {item.environment === 'staging' && <StatusBadge tone="accent">{t('staging')}</StatusBadge>}
    </>
  );
}

function ToDo({ item }: { item: InboxItem }) {
  const t = useTexts('inbox');
  const { state, inboxState, operator, isMissed, leftAt, contactMessage, snoozedUntil, closedBy } = item;
  if (state === 'held')
    return <StatusBadge tone="good">{t('states.held', { name: operator?.name ?? '' })}</StatusBadge>;
  if (inboxState === 'closed')
    return (
      <StatusBadge tone="neutral">
        {closedBy ? t('states.closedBy', { name: closedBy.name }) : t('states.closed')}
      </StatusBadge>
    );
  if (inboxState === 'snoozed' && snoozedUntil !== null)
    return (
      <StatusBadge tone="neutral">{t('states.snoozed', { until: formatMoment(new Date(snoozedUntil)) })}</StatusBadge>
    );
  if (state === 'waiting') return <StatusBadge tone="warn">{t('states.waiting')}</StatusBadge>;
  if (isReplied(item) && item.isUndelivered) return <StatusBadge tone="bad">{t('delivery.failed')}</StatusBadge>;
  if (isReplied(item)) return <StatusBadge tone="good">{t('states.replied')}</StatusBadge>;
  if (leftAt !== null)
    return <StatusBadge tone="warn">{t(contactMessage === '' ? 'states.leftAddress' : 'states.left')}</StatusBadge>;
  if (isMissed) return <StatusBadge tone="bad">{t('states.missed')}</StatusBadge>;
  if (inboxState === 'open') return <StatusBadge tone="accent">{t('states.open')}</StatusBadge>;
  return null;
}

/** Whether the visitor could read an answer right now. */
export function Presence({ item: { isVisitorHere, visitorSeenAt, channel } }: { item: InboxItem }) {
  const t = useTexts('inbox');
  // Who writes elsewhere has no chat that could be open.
  if (channel !== null) return null;
  if (isVisitorHere) return <span className={styles.here}>{t('presence.here')}</span>;
  if (visitorSeenAt === null) return null;
  return (
    <span className={styles.faint}>
      {t('presence.left')} <RelativeTime date={visitorSeenAt} />
    </span>
  );
}
