import type { InboxConversation } from '@antiphon/contract/handoffs';
import { Anchor } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import styles from './inbox.module.css';

/** What the visitor left when nobody was there: a message, or an address alone. */
export function LeftMessage({
  conversation: { leftAt, contactEmail, contactMessage },
}: {
  conversation: Pick<InboxConversation, 'leftAt' | 'contactEmail' | 'contactMessage'>;
}) {
  const t = useTexts('inbox');
  if (leftAt === null) return null;
  const what = t(contactMessage === '' ? 'states.leftAddress' : 'states.left');
  return (
    <section className={styles.left} aria-label={what}>
      <p className={styles.who}>
        {what} <RelativeTime date={leftAt} />
      </p>
      {contactMessage !== '' && (
        <p className={styles.leftText} data-text="content" dir="auto">
          {contactMessage}
        </p>
      )}
      {contactEmail !== null && (
        <Anchor size="sm" href={`mailto:${contactEmail}`} data-text="content">
          {contactEmail}
        </Anchor>
      )}
    </section>
  );
}
