import { CHANNEL_NAMES, companyOf } from '@antiphon/contract/channel-names';
import type { Delivery } from '@antiphon/contract/channels';
import type { Message } from '@antiphon/contract/events';
import type { InboxConversation } from '@antiphon/contract/handoffs';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import styles from './inbox.module.css';

interface DeliveryLineProps {
  conversation: Pick<InboxConversation, 'readAt' | 'emailedAt' | 'contactEmail' | 'channel' | 'delivery'>;
  messages: readonly Message[];
}

/** What became of an operator's words that nobody answered yet. */
export function DeliveryLine({ conversation, messages }: DeliveryLineProps) {
  const t = useTexts('inbox');
  const last = messages.findLast(({ text, attachments }) => text !== '' || attachments.length > 0);
  if (last?.role !== 'operator') return null;
  const { readAt, emailedAt, contactEmail, channel, delivery } = conversation;
  const onChannel = ({ state, problem }: Delivery) => {
    const provider = channel ?? 'telegram';
    const names = { channel: CHANNEL_NAMES[provider], company: companyOf(provider) };
    return problem === null ? t(`delivery.${state}`, names) : t(`delivery.${problem}`, names);
  };
  const said = (date: string | null) => date !== null && date >= last.createdAt;
  const line = () => {
    if (channel !== null) return delivery === null ? null : onChannel(delivery);
    if (said(readAt)) return t('delivery.seen');
    if (emailedAt !== null && said(emailedAt))
      return (
        <>
          {t('delivery.emailed')} <RelativeTime date={emailedAt} />
        </>
      );
    return t(contactEmail === null ? 'delivery.unseen' : 'delivery.willEmail');
  };
  return (
    <p className={`${styles.faint} ${styles.delivery}`} role="status">
      {line()}
    </p>
  );
}
