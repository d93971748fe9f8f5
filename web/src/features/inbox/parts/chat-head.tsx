import type { InboxConversation } from '@antiphon/contract/handoffs';
import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { showUndo } from '../../../ui/states/toasts.tsx';
import { useInboxPlace } from '../inbox-place.ts';
import { aboutItem } from './about-item.ts';
import styles from './inbox.module.css';
import { ItemState, Presence } from './inbox-state.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import { useVisitorName } from './use-visitor-name.ts';

interface ChatHeadProps {
  conversation: InboxConversation;
  onClose: () => void;
  onChanged: () => void;
  onClaimed: () => void;
}

/** Who it is, and what an operator can do with the conversation. */
export function ChatHead({ conversation, onClose, onChanged, onClaimed }: ChatHeadProps) {
  const t = useTexts('inbox');
  const name = useVisitorName();
  const { contactName, contactEmail } = conversation;
  return (
    <header className={styles.chatTop}>
      <div className={styles.chatHead}>
        <h2 className={styles.chatName} data-text="content" dir="auto">
          {name(conversation)}
        </h2>
        <Actions conversation={conversation} onChanged={onChanged} onClaimed={onClaimed} />
        <ActionIcon variant="subtle" color="gray" aria-label={t('closePanel')} onClick={onClose}>
          <IconX size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={styles.rowFoot}>
        <ItemState item={conversation} />
        {contactName !== '' && contactEmail !== null && (
          <Anchor size="xs" href={`mailto:${contactEmail}`} data-text="content">
            {contactEmail}
          </Anchor>
        )}
        <span className={styles.about} data-text="content">
          {aboutItem(conversation)}
        </span>
        <Presence item={conversation} />
      </div>
    </header>
  );
}

function Actions({ conversation, onChanged, onClaimed }: Omit<ChatHeadProps, 'onClose'>) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const { id, inboxState, isMine, canClaim, state } = conversation;
  const at = { uid, conversationId: id };
  const claim = useMutation({
    mutationFn: () => api.handoffs.claim(at),
    meta: { failure: t('claimFailed') },
    onSuccess: onClaimed,
    onSettled: onChanged,
  });
  const giveBack = useMutation({
    mutationFn: () => api.handoffs.giveBack(at),
    meta: { success: t('givenBack'), failure: t('giveBackFailed') },
    onSettled: onChanged,
  });
  const reopen = useMutation({
    mutationFn: () => api.handoffs.reopen(at),
    meta: { success: t('reopened'), failure: t('reopenFailed') },
    onSettled: onChanged,
  });
  const close = useMutation({
    mutationFn: () => api.handoffs.close(at),
    meta: { failure: t('closeFailed') },
    onSuccess: () => showUndo(t('closed'), () => reopen.mutate()),
    onSettled: onChanged,
  });
  const snooze = useMutation({
    mutationFn: ({ until }: { until: Date; givesBack: boolean }) =>
      api.handoffs.snooze({ ...at, until: until.toISOString() }),
    meta: { failure: t('snooze.failed') },
    // Who waits, or is held, is not left alone until then: the agent has them again, and they are told.
    onSuccess: (_done, { givesBack }) =>
      showUndo(t(givesBack ? 'snooze.givenBack' : 'snooze.done'), () => reopen.mutate()),
    onSettled: onChanged,
  });
  // What a colleague holds is theirs to close.
  const mayPutAway = inboxState === 'open' && (state !== 'held' || isMine);
  return (
    <>
      {canClaim && (
        <Button size="xs" className={styles.chatAction} loading={claim.isPending} onClick={() => claim.mutate()}>
          {t('claim')}
        </Button>
      )}
      {isMine && (
        <Button
          size="xs"
          variant="default"
          className={styles.chatAction}
          loading={giveBack.isPending}
          onClick={() => giveBack.mutate()}
        >
          {t('giveBack')}
        </Button>
      )}
      {mayPutAway && (
        <SnoozeMenu
          isLoading={snooze.isPending}
          onSnooze={(until) => snooze.mutate({ until, givesBack: state !== 'bot' })}
        />
      )}
      {mayPutAway && (
        <Button
          size="xs"
          variant="default"
          className={styles.chatAction}
          loading={close.isPending}
          onClick={() => close.mutate()}
        >
          {t('close')}
        </Button>
      )}
      {(inboxState === 'closed' || inboxState === 'snoozed') && (
        <Button
          size="xs"
          variant="default"
          className={styles.chatAction}
          loading={reopen.isPending}
          onClick={() => reopen.mutate()}
        >
          {t('reopen')}
        </Button>
      )}
    </>
  );
}
