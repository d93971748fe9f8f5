import type { AgentVersion } from '@antiphon/contract/agents';
import { Button, Drawer, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowsSkeleton } from '../../ui/skeletons.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { VersionDetails } from './parts/version-details.tsx';
import styles from './parts/versions.module.css';

const here = '/app/$region/agents/$agentId/$tab';

/** What was published, newest first; one version with its differences. Which one is in the address. */
export function VersionDrawer() {
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
      title="Version history"
    >
      {versions.isPending && <RowsSkeleton rows={4} />}
      {versions.isError && (
        <LoadFailure
          title="The versions could not be loaded."
          problem={toProblem(versions.error)}
          onRetry={() => void versions.refetch()}
        />
      )}
      {versions.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<IconHistory size={28} stroke={1.5} />}
          title="Nothing was published yet."
          description="Each time you publish, the agent as it is then is kept here. The last 20 stay."
        />
      )}
      {shown === undefined ? (
        <VersionList items={items} onShow={show} />
      ) : (
        <>
          <Button
            variant="default"
            size="compact-md"
            fz={13}
            mb="md"
            leftSection={<IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => show(undefined)}
          >
            All versions
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
  if (items.length === 0) return null;
  return (
    <ol className={styles.list}>
      {items.map((version) => (
        <li key={version.number}>
          <UnstyledButton className={styles.version} onClick={() => onShow(version.number)}>
            <span className={styles.line}>
              <span className={styles.name}>Version {version.number}</span>
              {version.isPublished && <StatusBadge tone="good">Published</StatusBadge>}
              <span className={styles.time}>
                <RelativeTime date={version.createdAt} />
              </span>
            </span>
            {version.note !== '' && <span className={styles.note}>{version.note}</span>}
            <span className={styles.author}>{version.author}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
