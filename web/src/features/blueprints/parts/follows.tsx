import type { Blueprint } from '@antiphon/contract/blueprints';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { ChangeList } from '../../working-copy/change-list.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './blueprints.module.css';
import { pushedChanges } from './pushed-changes.ts';
import { useBlueprintCall } from './use-blueprint-call.ts';

interface FollowsProps {
  followed: NonNullable<Blueprint['follows']>;
  mayWrite: boolean;
}

/** What an agent follows, and what is fitted in it. */
export function Follows({ followed, mayWrite }: FollowsProps) {
  const t = useTexts('blueprints');
  const { agent } = useWorkingCopy();
  const [isAsking, setAsking] = useState(false);
  const { blueprintId, title, appliedVersion, publishedVersion, base } = followed;
  const unlinking = useBlueprintCall(() => api.blueprints.unlink({ id: blueprintId, agentId: agent.ID }), {
    success: t('unlink.done'),
    failure: t('unlink.failed'),
  });
  return (
    <>
      <section className={styles.box}>
        <div className={styles.line}>
          <strong>{t('follows.title', { blueprint: title, version: appliedVersion })}</strong>
          <span className={styles.actions}>
            <Button
              variant="default"
              size="compact-md"
              fz={13}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/app/$region/agents/$agentId/$tab"
                  params={{ region: currentRegion(), agentId: blueprintId, tab: 'linked' }}
                  search={{}}
                />
              )}
            >
              {t('follows.open')}
            </Button>
            {mayWrite && (
              <Button variant="default" size="compact-md" fz={13} onClick={() => setAsking(true)}>
                {t('unlink.action')}
              </Button>
            )}
          </span>
        </div>
        {publishedVersion !== null && publishedVersion > appliedVersion && (
          <p className={styles.muted}>{t('follows.newer', { version: publishedVersion })}</p>
        )}
      </section>
      <section>
        <h2 className={styles.heading}>{t('follows.overrides')}</h2>
        <p className={styles.muted}>{t('follows.hint')}</p>
        <div className={styles.fitted}>
          <ChangeList changes={pushedChanges(base, agent.settings)} emptyText={t('follows.same')} />
        </div>
      </section>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('unlink.title', { title: agent.title })}
        confirmLabel={t('unlink.confirm')}
        isPending={unlinking.isPending}
        onConfirm={() => unlinking.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        {t('unlink.text')}
      </ConfirmDialog>
    </>
  );
}
