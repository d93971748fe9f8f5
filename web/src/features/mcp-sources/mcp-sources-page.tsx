import { Anchor, Button, Text } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { cell, DataTable } from '../../ui/lists/data-table.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { StatusBadge } from '../../ui/states/status-badge.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { BackToFunctions } from './parts/back-to-functions.tsx';
import { SourceDrawer } from './parts/source-drawer.tsx';

/** The servers whose tools may become functions. */
export function McpSourcesPage() {
  const t = useTexts('mcp-sources');
  const { add } = useSearch({ from: '/app/$region/integrations/mcp' });
  const navigate = useNavigate({ from: '/app/$region/integrations/mcp' });
  const { uid } = useWorkspace();
  const mayWrite = useMay('agents.write');
  const list = useQuery(query.mcpSources.list.queryOptions({ input: { uid } }));
  const items = list.data?.items ?? [];
  const adding = (
    <Button
      leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
      onClick={() => void navigate({ search: { add: true } })}
    >
      {t('add')}
    </Button>
  );
  return (
    <Page>
      <BackToFunctions />
      <PageHeader
        title={t('title')}
        description={t('description')}
        action={items.length > 0 && mayWrite ? adding : undefined}
      />
      {list.isPending && <RowsSkeleton />}
      {list.isError && items.length === 0 && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<IconPlugConnected size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={t('empty.text')}
          action={mayWrite ? adding : undefined}
        />
      )}
      {items.length > 0 && (
        <DataTable
          label={t('title')}
          columns={[
            { label: t('columns.name') },
            { label: t('columns.url'), isWideOnly: true },
            { label: t('columns.tools') },
          ]}
        >
          {items.map(({ id, name, url, tools, approved, changed, fault }) => (
            <tr key={id}>
              <td>
                <Anchor
                  display="block"
                  maw={280}
                  truncate
                  title={name}
                  dir="auto"
                  data-text="content"
                  renderRoot={(props) => (
                    <Link
                      to="/app/$region/integrations/mcp/$sourceId"
                      params={{ region: currentRegion(), sourceId: id }}
                      {...props}
                    />
                  )}
                >
                  {name}
                </Anchor>
              </td>
              <td className={cell.wideOnly}>
                <Text size="xs" maw={360} truncate dir="ltr" title={url} data-text="content">
                  {url}
                </Text>
              </td>
              <td>
                {t('counts', { tools, approved })}
                {changed > 0 && (
                  <div>
                    <StatusBadge tone="bad">{t('changedCount', { count: changed })}</StatusBadge>
                  </div>
                )}
                {changed === 0 && fault !== null && (
                  <div>
                    <StatusBadge tone="warn">{t('unreadable')}</StatusBadge>
                  </div>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {add && mayWrite && <SourceDrawer onClose={() => void navigate({ search: {} })} />}
    </Page>
  );
}
