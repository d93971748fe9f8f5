import { CHANNEL_NAMES } from '@antiphon/contract/channel-names';
import type { InboxConversation } from '@antiphon/contract/handoffs';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { formatMoment } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import styles from './inbox.module.css';
import { ReplyComposer } from './reply-composer.tsx';

const TemplateReply = lazy(async () => ({ default: (await import('./template-reply.tsx')).TemplateReply }));

/** Said before: an operator who sees it late has no time left. */
const SAID_BEFORE_MS = 3 * 3_600_000;
/** Longer ones are none to a browser. */
const TIMER_MS_MAX = 2 ** 31 - 1;

interface ReplyPlaceProps {
  conversation: InboxConversation;
  isFocused: boolean;
  onChanged: () => void;
}

/** Where the operator who holds the conversation writes, as far as the channel lets them. */
export function ReplyPlace({ conversation, isFocused, onChanged }: ReplyPlaceProps) {
  const t = useTexts('inbox');
  const { id, window: left, channel, contactName, nameOnPage, giveBackMinutes } = conversation;
  useEnd(left && !left.isOver ? left.until : (left?.personUntil ?? null), onChanged);
  const composer = <ReplyComposer id={id} minutes={giveBackMinutes} isFocused={isFocused} />;
  if (left === null || channel === null) return composer;
  const names = { channel: CHANNEL_NAMES[channel] };
  const dated = (date: string) => ({ ...names, date: formatMoment(new Date(date)) });
  if (!left.isOver)
    return (
      <>
        {Date.parse(left.until) - Date.now() < SAID_BEFORE_MS && (
          <p className={styles.faint} role="status">
            {t('window.until', dated(left.until))}
          </p>
        )}
        {composer}
      </>
    );
  if (left.after === 'template')
    return (
      <>
        <Notice title={t('window.overTitle')}>{t('window.template', names)}</Notice>
        <Suspense fallback={<FormSkeleton fields={1} />}>
          <TemplateReply id={id} name={contactName || nameOnPage} onSent={onChanged} />
        </Suspense>
      </>
    );
  if (left.personUntil !== null && Date.parse(left.personUntil) > Date.now())
    return (
      <>
        <Notice title={t('window.overTitle')}>{t('window.person', dated(left.personUntil))}</Notice>
        {composer}
      </>
    );
  return <Notice title={t('window.waitTitle')}>{t('window.wait', names)}</Notice>;
}

/** Has it read anew in the moment in which that ends. */
function useEnd(date: string | null, onEnd: () => void) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const ms = date === null ? -1 : Date.parse(date) - Date.now();
    if (ms < 0 || ms > TIMER_MS_MAX) return;
    const timer = setTimeout(end, ms + 500);
    return () => clearTimeout(timer);
  }, [date]);
}
