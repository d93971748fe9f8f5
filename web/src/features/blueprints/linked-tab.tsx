import type { Blueprint } from '@antiphon/contract/blueprints';
import { Button, Group } from '@mantine/core';
import { IconLink, IconPlus, IconTopologyStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { AddDialog } from './parts/add-dialog.tsx';
import styles from './parts/blueprints.module.css';
import { Follows } from './parts/follows.tsx';
import { LinkDialog } from './parts/link-dialog.tsx';
import { LinkTable } from './parts/link-table.tsx';
import { LockedFields } from './parts/locked-fields.tsx';
import { PushDialog } from './parts/push-dialog.tsx';
import { PushState } from './parts/push-state.tsx';

const LOOK_MS = 1_500;
const isMoving = (blueprint: Blueprint | undefined) => ['running', 'undoing'].includes(blueprint?.push?.state ?? '');

/** The agents that follow this one and what is pushed to them; or what this one follows. */
export function LinkedTab() {
  const t = useTexts('blueprints');
  const id = useParams({ from: '/app/$region/agents/$agentId/$tab' }).agentId;
  const blueprint = useQuery({
    ...query.blueprints.get.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? LOOK_MS : false),
  });
  if (blueprint.isError)
    return (
      <LoadFailure
        title={t('loadFailed')}
        problem={toProblem(blueprint.error)}
        onRetry={() => void blueprint.refetch()}
      />
    );
  if (!blueprint.data) return <RowsSkeleton />;
  const { follows, mayWrite } = blueprint.data;
  return (
    <div className={styles.tab}>
      {follows ? <Follows followed={follows} mayWrite={mayWrite} /> : <Followed id={id} blueprint={blueprint.data} />}
    </div>
  );
}

type Open = 'add' | 'link' | 'push' | null;

function Followed({ id, blueprint }: { id: string; blueprint: Blueprint }) {
  const t = useTexts('blueprints');
  const [open, setOpen] = useState<Open>(null);
  const { links, publishedVersion: version, slots, locked, push, mayWrite, mayPush } = blueprint;
  const close = () => setOpen(null);
  const isBusy = push !== null && ['running', 'paused', 'undoing'].includes(push.state);
  const actions = mayWrite && version !== null && (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => setOpen('link')}
      >
        {t('link.action')}
      </Button>
      <Button
        variant={links === 0 ? 'filled' : 'default'}
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => setOpen('add')}
      >
        {t('add.action')}
      </Button>
    </>
  );
  return (
    <>
      {version === null && <Notice>{t('unpublished')}</Notice>}
      {links === 0 ? (
        <EmptyState
          icon={<IconTopologyStar size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={t('empty.text')}
          action={actions && <Group gap="xs">{actions}</Group>}
        />
      ) : (
        <>
          <div className={styles.head}>
            <p className={styles.lead}>{t('lead')}</p>
            <Group gap="xs">
              {actions}
              {mayPush && version !== null && (
                <Button disabled={isBusy} onClick={() => setOpen('push')}>
                  {t('push.action', { version })}
                </Button>
              )}
            </Group>
          </div>
          {push && <PushState id={id} push={push} mayPush={mayPush} />}
          <LinkTable id={id} slots={slots} mayWrite={mayWrite} />
          <LockedFields id={id} locked={locked} mayWrite={mayWrite} />
        </>
      )}
      {open === 'add' && version !== null && <AddDialog id={id} version={version} slots={slots} onClose={close} />}
      {open === 'link' && version !== null && <LinkDialog id={id} version={version} slots={slots} onClose={close} />}
      {open === 'push' && version !== null && (
        <PushDialog id={id} version={version} blueprint={blueprint} onClose={close} />
      )}
    </>
  );
}
