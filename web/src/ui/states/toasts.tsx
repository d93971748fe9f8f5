import { Anchor, Button, CopyButton, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconBell, IconCheck } from '@tabler/icons-react';
import { say, useTexts } from '../../texts/texts.ts';
import styles from './toasts.module.css';

interface Failure {
  /** What happened, such as 'Failed to save workspace.' */
  title: string;
  problem: { message: string; requestId: string | null };
  /** What of the person's work is kept. */
  kept?: string;
  onRetry?: () => void;
}

/** A polite notice that goes by itself. */
export function showSuccess(message: string): void {
  notifications.show({
    message,
    icon: <IconCheck size={16} stroke={2} />,
    autoClose: 4_000,
    withBorder: true,
    classNames: { root: styles.root, icon: styles.good, description: styles.plain },
    closeButtonProps: { 'aria-label': say('ui', 'closeNotice') },
    role: 'status',
  });
}

/** What was done, and what still is to do: read in peace, and it goes by itself. */
export function showNotice(message: string, link?: { label: string; href: string }): void {
  notifications.show({
    message:
      link === undefined ? (
        message
      ) : (
        <>
          {message}{' '}
          <Anchor fz="inherit" underline="always" href={link.href} target="_blank">
            {link.label}
          </Anchor>
        </>
      ),
    icon: <IconAlertCircle size={18} stroke={1.5} />,
    autoClose: 10_000,
    withBorder: true,
    classNames: { root: styles.root, description: styles.plain },
    closeButtonProps: { 'aria-label': say('ui', 'closeNotice') },
    role: 'status',
  });
}

/** A success that can be taken back: the button stays a little longer than a plain notice. */
export function showUndo(message: string, onUndo: () => void): void {
  const id = `undo-${message}-${Date.now()}`;
  notifications.show({
    id,
    message: (
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <span className={styles.message}>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {say('ui', 'undo')}
        </Button>
      </Group>
    ),
    icon: <IconCheck size={16} stroke={2} />,
    autoClose: 10_000,
    withBorder: true,
    classNames: { root: styles.root, icon: styles.good, description: styles.plain },
    closeButtonProps: { 'aria-label': say('ui', 'closeNotice') },
    role: 'status',
  });
}

interface Announcement {
  /** The same one is shown once. */
  id: string;
  title: string;
  message: string;
  onOpen: () => void;
  /** However it went. */
  onClose: () => void;
}

/** Something happened elsewhere: shown for 5 s, with a way to it. */
export function showAnnouncement({ id, title, message, onOpen, onClose }: Announcement): void {
  notifications.show({
    id,
    title,
    onClose,
    message: (
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            onOpen();
          }}
        >
          {say('ui', 'open')}
        </Button>
      </Group>
    ),
    icon: <IconBell size={16} stroke={1.5} />,
    autoClose: 5_000,
    withBorder: true,
    classNames: { root: styles.root, icon: styles.neutral, title: styles.title },
    closeButtonProps: { 'aria-label': say('ui', 'closeNotice') },
    role: 'status',
  });
}

export const hideAnnouncement = (id: string) => notifications.hide(id);

/** Stays until closed; says what happened, what is kept, what to do, and carries the request id. The same failure shows once. */
export function showFailure({ title, problem, kept, onRetry }: Failure): void {
  const id = `failure-${title}`;
  notifications.hide(id);
  notifications.show({
    id,
    title,
    message: (
      <FailureText
        problem={problem}
        kept={kept}
        onRetry={
          onRetry &&
          (() => {
            notifications.hide(id);
            onRetry();
          })
        }
      />
    ),
    icon: <IconAlertCircle size={18} stroke={1.5} />,
    autoClose: false,
    withBorder: true,
    classNames: { root: styles.root, icon: styles.bad, title: styles.title },
    closeButtonProps: { 'aria-label': say('ui', 'closeNotice') },
    role: 'alert',
  });
}

/** A refusal of the sign-in: the screen still holds what was typed, so that it goes by itself after 3 s. */
export function showRefusal(message: string): void {
  const id = `refusal-${message}`;
  notifications.hide(id);
  notifications.show({
    id,
    message,
    icon: <IconAlertCircle size={18} stroke={1.5} />,
    autoClose: 3_000,
    withBorder: true,
    classNames: { root: styles.root, icon: styles.bad, description: styles.plain },
    closeButtonProps: { 'aria-label': say('ui', 'closeNotice') },
    role: 'alert',
  });
}

/** For a failure that has been made good in another way than by its Retry. */
export const hideFailure = (title: string) => notifications.hide(`failure-${title}`);

function FailureText({ problem, kept, onRetry }: Omit<Failure, 'title'>) {
  const t = useTexts('ui');
  return (
    <>
      <Text size="sm" c="var(--ui-muted)">
        <bdi>{problem.message}</bdi> {kept}
      </Text>
      <Group gap="sm" mt={8}>
        {onRetry !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        {problem.requestId !== null && <RequestId id={problem.requestId} />}
      </Group>
    </>
  );
}

/** The id that a person quotes to support. */
export function RequestId({ id }: { id: string }) {
  const t = useTexts('ui');
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Anchor component="button" type="button" size="xs" c="var(--ui-muted)" onClick={copy} title={id}>
          {copied ? t('requestIdCopied') : t('copyRequestId')}
        </Anchor>
      )}
    </CopyButton>
  );
}
