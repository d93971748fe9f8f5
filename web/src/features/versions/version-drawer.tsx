import type { AgentVersion } from '@antiphon/contract/agents';
import { limits } from '@antiphon/contract/limits';
import { Button, Drawer, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { RelativeTime } from '../../ui/format/relative-time.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { Environments } from './parts/environments.tsx';
import { VersionBadges } from './parts/version-badges.tsx';
import { VersionDetails } from './parts/version-details.tsx';
import styles from './parts/versions.module.css';

const here = '/app/$region/agents/$agentId/$tab';

/** What was published, newest first; one version with its differences. Which one is in the address. */
export function VersionDrawer() {
  const t = useTexts('versions');
  const { agent } = useWorkingCopy();
  const { version } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const versions = useQuery(query.agents.listVersions.queryOptions({ input: { id: agent.ID } }));
  const show = (number: number | undefined) => void navigate({ search: (old) => ({ ...old, version: number }) });
  const items = versions.data?.items ?? [];
  const shown = items.find(({ number }) => number === version);
  return (
    <Drawer
      opened
      onClose={() => void navigate({ search: (old) => ({ ...old, versions: undefined, version: undefined }) })}
      size={640}
      title={t('title')}
    >
      {versions.isPending && <RowsSkeleton rows={4} />}
      {versions.isError && (
        <LoadFailure
          title={t('loadFailed')}
          problem={toProblem(versions.error)}
          onRetry={() => void versions.refetch()}
        />
      )}
      {versions.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<IconHistory size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={t('empty.text', { count: limits.versionsKept })}
        />
      )}
      {shown === undefined ? (
        <>
          <Environments />
          <VersionList items={items} onShow={show} />
        </>
      ) : (
        <>
          <Button
            variant="default"
            size="compact-md"
            fz={13}
            mb="md"
            leftSection={<IconArrowLeft size={16} stroke={1.5} className="mirrored" aria-hidden="true" />}
            onClick={() => show(undefined)}
          >
            {t('all')}
          </Button>
          <VersionDetails
            key={shown.number}
            version={shown}
            numberBefore={items.find(({ number }) => number < shown.number)?.number ?? null}
            onRestored={() => show(undefined)}
          />
        </>
      )}
    </Drawer>
  );
}

function VersionList({ items, onShow }: { items: AgentVersion[]; onShow: (number: number) => void }) {
  const t = useTexts('versions');
  if (items.length === 0) return null;
  return (
    <ol className={styles.list}>
      {items.map((version) => (
        <li key={version.number}>
          <UnstyledButton className={styles.version} onClick={() => onShow(version.number)}>
            <span className={styles.line}>
              <span className={styles.name}>{t('version', { number: version.number })}</span>
              <VersionBadges version={version} />
              <span className={styles.time}>
                <RelativeTime date={version.createdAt} />
              </span>
            </span>
            {version.note !== '' && (
              <span className={styles.note} data-text="content" dir="auto">
                {version.note}
              </span>
            )}
            <span className={styles.author} data-text="content" dir="auto">
              {version.author}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
