import { Anchor, Button, CopyButton, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
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
    closeButtonProps: { 'aria-label': 'Close notice' },
    role: 'status',
  });
}

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
    closeButtonProps: { 'aria-label': 'Close notice' },
    role: 'alert',
  });
}

/** For a failure that has been made good in another way than by its Retry. */
export const hideFailure = (title: string) => notifications.hide(`failure-${title}`);

function FailureText({ problem, kept, onRetry }: Omit<Failure, 'title'>) {
  return (
    <>
      <Text size="sm" c="var(--ui-muted)">
        {problem.message} {kept}
      </Text>
      <Group gap="sm" mt={8}>
        {onRetry !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Retry
          </Button>
        )}
        {problem.requestId !== null && <RequestId id={problem.requestId} />}
      </Group>
    </>
  );
}

/** The id that a person quotes to support. */
export function RequestId({ id }: { id: string }) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Anchor component="button" type="button" size="xs" c="var(--ui-muted)" onClick={copy} title={id}>
          {copied ? 'Request id copied' : 'Copy request id'}
        </Anchor>
      )}
    </CopyButton>
  );
}
