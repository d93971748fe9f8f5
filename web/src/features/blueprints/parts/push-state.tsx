import type { BlueprintPush } from '@antiphon/contract/blueprints';
import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import styles from './blueprints.module.css';
import { PushTargets } from './push-targets.tsx';
import { useBlueprintCall } from './use-blueprint-call.ts';

interface PushStateProps {
  id: string;
  push: BlueprintPush;
  mayPush: boolean;
}

/** The newest push: how far it is, or how it ended, and what became of each agent. */
export function PushState({ id, push, mayPush }: PushStateProps) {
  const t = useTexts('blueprints');
  const { version, state, counts } = push;
  useFollowing(`${push.id} ${state}`);
  const isMoving = state === 'running' || state === 'undoing';
  const done = counts.all - counts.waiting;
  const said = (['done', 'notPublished', 'failed', 'undone', 'kept'] as const)
    .filter((part) => counts[part] > 0)
    .map((part) => t(`counts.${part}`, { count: counts[part] }));
  return (
    <section className={styles.box} aria-label={t('newest')}>
      <div className={styles.line}>
        <p role="status">
          <strong>{t(`state.${state}`, { version, done, all: counts.all })}</strong>
        </p>
        <p className={styles.muted}>
          {push.startedBy} · <RelativeTime date={push.startedAt} />
        </p>
        {mayPush && <PushActions id={id} push={push} />}
      </div>
      {isMoving && <Progress value={(done / counts.all) * 100} aria-label={t('progress')} />}
      {said.length > 0 && <p className={styles.muted}>{said.join(' · ')}</p>}
      <PushTargets id={id} push={push} isMoving={isMoving} />
    </section>
  );
}

/** What a push does is in the lists as well: they are read again as soon as it has ended, or another has begun. */
function useFollowing(state: string) {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has changed
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: query.blueprints.listTargets.key() });
    void queryClient.invalidateQueries({ queryKey: query.blueprints.listLinks.key() });
  }, [state, queryClient]);
}

function PushActions({ id, push }: { id: string; push: BlueprintPush }) {
  const t = useTexts('blueprints');
  const [isAsking, setAsking] = useState(false);
  const name = { id, pushId: push.id };
  const stopping = useBlueprintCall(() => api.blueprints.stop(name), { failure: t('stop.failed') });
  const goingOn = useBlueprintCall(() => api.blueprints.goOn(name), { failure: t('goOn.failed') });
  const retrying = useBlueprintCall(() => api.blueprints.retry(name), { failure: t('retry.failed') });
  const undoing = useBlueprintCall(() => api.blueprints.rollBack(name), { failure: t('rollBack.failed') });
  const { state, counts } = push;
  const isMoving = state === 'running' || state === 'undoing';
  const isOver = !isMoving && state !== 'undone' && push.isNewest;
  const button = (label: string, call: { isPending: boolean; mutate: (input: undefined) => void }) => (
    <Button variant="default" size="compact-md" fz={13} loading={call.isPending} onClick={() => call.mutate(undefined)}>
      {label}
    </Button>
  );
  return (
    <span className={styles.actions}>
      {state === 'paused' && button(t('goOn.action'), goingOn)}
      {(state === 'running' || state === 'paused') && button(t('stop.action'), stopping)}
      {isOver && counts.failed + counts.notPublished > 0 && button(t('retry.action'), retrying)}
      {isOver && counts.done + counts.notPublished > 0 && (
        <Button variant="default" size="compact-md" fz={13} onClick={() => setAsking(true)}>
          {t('rollBack.action')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('rollBack.title')}
        confirmLabel={t('rollBack.confirm')}
        isPending={undoing.isPending}
        onConfirm={() => undoing.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        {t('rollBack.text')}
      </ConfirmDialog>
    </span>
  );
}
