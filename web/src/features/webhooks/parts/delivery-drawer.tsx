import type { WebhookDeliveryId } from '@antiphon/contract/ids';
import type { WebhookAttempt, WebhookDeliveryDetails } from '@antiphon/contract/webhooks';
import { Button, Drawer, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatExactDate } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { deliveryTones } from './delivery-words.ts';
import styles from './webhooks.module.css';

interface DeliveryDrawerProps {
  /** None is open without it. */
  id: string | undefined;
  mayReplay: boolean;
  onClose: () => void;
}

/** One delivery: what was sent, and what came of each attempt. */
export function DeliveryDrawer({ id, mayReplay, onClose }: DeliveryDrawerProps) {
  const t = useTexts('webhooks');
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={t('one.title')} size={640}>
      {id !== undefined && <Delivery id={id as WebhookDeliveryId} mayReplay={mayReplay} />}
    </Drawer>
  );
}

function Delivery({ id, mayReplay }: { id: WebhookDeliveryId; mayReplay: boolean }) {
  const t = useTexts('webhooks');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const delivery = useQuery(query.webhooks.getDelivery.queryOptions({ input: { uid, deliveryId: id } }));
  const replay = useMutation({
    mutationFn: () => api.webhooks.replay({ uid, deliveryId: id }),
    meta: { success: t('one.replayDone'), failure: t('one.replayFailed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.webhooks.key() }),
  });
  if (delivery.isPending) return <RowsSkeleton rows={4} />;
  if (delivery.isError && !delivery.data)
    return (
      <LoadFailure
        title={t('one.loadFailed')}
        problem={toProblem(delivery.error)}
        onRetry={() => void delivery.refetch()}
      />
    );
  return (
    <Stack gap={16}>
      <Facts delivery={delivery.data} />
      {mayReplay && (
        <div>
          <Button variant="default" onClick={() => replay.mutate()} loading={replay.isPending}>
            {t('one.replay')}
          </Button>
        </div>
      )}
      <div>
        <h3 className={styles.subtitle}>{t('one.request')}</h3>
        <pre className={styles.code} dir="ltr" data-text="content">
          {JSON.stringify(JSON.parse(delivery.data.request), null, 2)}
        </pre>
      </div>
      {delivery.data.attemptLog.length === 0 && delivery.data.state === 'failed' && (
        <Text c="var(--ui-muted)">{t('one.notTried')}</Text>
      )}
      {delivery.data.attemptLog.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  );
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const t = useTexts('webhooks');
  const { id, type, state, nextAttemptAt, createdAt } = delivery;
  return (
    <dl className={styles.facts}>
      <dt>{t('log.type')}</dt>
      <dd>{t(`types.${type}`)}</dd>
      <dt>{t('log.state')}</dt>
      <dd>
        <StatusBadge tone={deliveryTones[state]}>{t(`states.${state}`)}</StatusBadge>
      </dd>
      <dt>{t('one.id')}</dt>
      <dd>
        <code dir="ltr">{id}</code>
      </dd>
      <dt>{t('log.time')}</dt>
      <dd>
        <time dateTime={createdAt}>{formatExactDate(new Date(createdAt))}</time>
      </dd>
      {nextAttemptAt !== null && (
        <>
          <dt>{t('one.next')}</dt>
          <dd>
            <RelativeTime date={nextAttemptAt} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const t = useTexts('webhooks');
  const { number, at, endpoint, status, ms, answer, error } = attempt;
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <section aria-label={t('one.attempt', { number })}>
      <h3 className={styles.subtitle}>{t('one.attempt', { number })}</h3>
      <div className={styles.attempt}>
        <StatusBadge tone={isGood ? 'good' : 'bad'}>
          {status === null ? (
            <span data-text="content" dir="auto">
              {error}
            </span>
          ) : (
            t('one.status', { status })
          )}
        </StatusBadge>
        <span className="tabular">{t('one.ms', { ms })}</span>
        <span className={styles.hint}>
          <RelativeTime date={at} />
        </span>
      </div>
      <p className={styles.hint}>
        <span data-text="content" dir="ltr">
          {endpoint}
        </span>
      </p>
      {status !== null &&
        (answer === '' ? (
          <Text c="var(--ui-muted)">{t('one.emptyAnswer')}</Text>
        ) : (
          <pre className={styles.code} dir="auto" data-text="content">
            {answer}
          </pre>
        ))}
    </section>
  );
}
