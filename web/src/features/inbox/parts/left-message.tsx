import type { InboxConversation } from '@antiphon/contract/handoffs';
import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { useInboxPlace } from '../inbox-place.ts';
import styles from './inbox.module.css';

interface LeftMessageProps {
  conversation: Pick<InboxConversation, 'id' | 'leftAt' | 'contactEmail' | 'contactMessage'>;
  onClosed: () => void;
}

/** What the visitor left when nobody was there. It stays until somebody says that it was dealt with. */
export function LeftMessage({
  conversation: { id, leftAt, contactEmail, contactMessage },
  onClosed,
}: LeftMessageProps) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const close = useMutation({
    mutationFn: () => api.handoffs.close({ uid, conversationId: id }),
    meta: { success: t('left.closed'), failure: t('left.closeFailed') },
    onSettled: onClosed,
  });
  if (leftAt === null) return null;
  return (
    <section className={styles.left} aria-label={t('left.title')}>
      <p className={styles.who}>
        {t('left.title')} <RelativeTime date={leftAt} />
      </p>
      {contactMessage !== '' && (
        <p className={styles.leftText} data-text="content" dir="auto">
          {contactMessage}
        </p>
      )}
      <div className={styles.leftBar}>
        {contactEmail !== null && (
          <Anchor size="sm" href={`mailto:${contactEmail}`} data-text="content">
            {contactEmail}
          </Anchor>
        )}
        <Button size="xs" variant="default" loading={close.isPending} onClick={() => close.mutate()}>
          {t('left.close')}
        </Button>
      </div>
    </section>
  );
}
