import type { McpSourceId } from '@antiphon/contract/ids';
import type { McpSource } from '@antiphon/contract/mcp-sources';
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api, currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { RelativeTime } from '../../ui/format/relative-time.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { BackToFunctions } from './parts/back-to-functions.tsx';
import { DeleteSource } from './parts/delete-source.tsx';
import { saySourceFault } from './parts/say-source-fault.ts';
import { ToolCard } from './parts/tool-card.tsx';
import { useKeepSource } from './parts/use-keep-source.ts';

/** One server, with its tools: what each says of itself, and what became of it here. */
export function McpSourcePage() {
  const t = useTexts('mcp-sources');
  useTexts('function-faults');
  const { sourceId } = useParams({ from: '/app/$region/integrations/mcp/$sourceId' });
  const { uid } = useWorkspace();
  const one = useQuery(query.mcpSources.get.queryOptions({ input: { uid, sourceId: sourceId as McpSourceId } }));
  if (one.data) return <Source source={one.data} />;
  const isMissing = one.isError && [400, 404].includes(toProblem(one.error).status);
  return (
    <Page>
      <BackToFunctions />
      {isMissing && (
        <EmptyState
          title={t('missing.title')}
          description={t('missing.text')}
          action={
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to="/app/$region/integrations/mcp" params={{ region: currentRegion() }} {...props} />
              )}
            >
              {t('title')}
            </Button>
          }
        />
      )}
      {one.isError && !isMissing && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(one.error)} onRetry={() => void one.refetch()} />
      )}
      {one.isPending && <FormSkeleton />}
    </Page>
  );
}

function Source({ source }: { source: McpSource }) {
  const t = useTexts('mcp-sources');
  const { uid } = useWorkspace();
  const mayWrite = useMay('agents.write');
  const mayPublish = useMay('agents.publish');
  const keep = useKeepSource();
  const [isDeleting, deleting] = useDisclosure(false);
  const looking = useMutation({
    mutationFn: () => api.mcpSources.look({ uid, sourceId: source.id }),
    meta: { failure: t('look.failed') },
    onSuccess: keep,
  });
  const { id, name, url, lookedAt, fault, tools } = source;
  return (
    <Page width="narrow">
      <BackToFunctions />
      <PageHeader
        title={name}
        description={
          <>
            <span dir="ltr" style={{ overflowWrap: 'anywhere' }} data-text="content">
              {url}
            </span>
            {' \u00b7 '}
            {t('look.at')} <RelativeTime date={lookedAt} />
          </>
        }
        action={
          <>
            {mayWrite && (
              <Button
                variant="default"
                loading={looking.isPending}
                leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
                onClick={() => looking.mutate()}
              >
                {t('look.action')}
              </Button>
            )}
            {mayPublish && (
              <Button
                variant="default"
                aria-label={t('delete.action')}
                leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
                onClick={deleting.open}
              >
                {t('delete.short')}
              </Button>
            )}
          </>
        }
      />
      {fault !== null && <Notice title={t('unreadable')}>{saySourceFault(fault)}</Notice>}
      {tools.length === 0 ? (
        <EmptyState title={t('noTools.title')} description={t('noTools.text')} />
      ) : (
        <>
          <Text size="sm" c="var(--ui-muted)" mb="sm">
            {t('claims')}
          </Text>
          <Stack component="ul" gap="sm" m={0} p={0}>
            {tools.map((tool) => (
              <ToolCard key={`${tool.name} ${tool.fingerprint} ${tool.state}`} sourceId={id} tool={tool} />
            ))}
          </Stack>
        </>
      )}
      <DeleteSource of={source} isOpen={isDeleting} onClose={deleting.close} />
    </Page>
  );
}
