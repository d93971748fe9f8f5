import type { AgentFileNote } from '@antiphon/contract/agent-files';
import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../../api.ts';
import { say, useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { UploadProgress } from '../../knowledge/upload-progress.tsx';
import type { Uploads } from '../../knowledge/use-uploads.ts';
import { TryChat } from '../../playground/try-chat.tsx';
import { readAnew } from '../../signals/read-anew.ts';
import { useSignals } from '../../signals/use-signals.ts';
import { AgentFileNotes } from './agent-file-notes.tsx';
import styles from './build-progress.module.css';
import { DocumentProgress } from './document-progress.tsx';

const pollMs = 1_000;

const isReading = ({ state }: KnowledgeDocument) => state === 'INITIALIZED' || state === 'PENDING';
const hasFailed = ({ state }: KnowledgeDocument) => state === 'ERROR';

interface BuildProgressProps {
  agentId: string;
  uploads: Uploads;
  notes: readonly AgentFileNote[];
}

/** How far the reading of a new agent's content has come, as the server tells it, and the way to the agent. */
export function BuildProgress({ agentId, uploads, notes }: BuildProgressProps) {
  const t = useTexts('new-agent');
  const queryClient = useQueryClient();
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId } }));
  // A site that has been read gives the agent its name.
  useSignals((signal) => {
    if (signal === null || (signal.kind === 'agent' && signal.id === agentId))
      void readAnew(queryClient, query.agents.get.key({ input: { id: agentId } }));
  });
  const documents = useQuery(
    query.knowledge.list.queryOptions({
      input: { id: agentId, limit: 100 },
      refetchInterval: ({ state }) =>
        uploads.isBusy || state.data === undefined || state.data.items.some(isReading) ? pollMs : false,
    }),
  );
  const blocker = useBlocker({
    shouldBlockFn: () => uploads.isBusy,
    enableBeforeUnload: () => uploads.isBusy,
    withResolver: true,
  });
  if (agent.isPending) return <FormSkeleton />;
  if (agent.isError) {
    return (
      <LoadFailure
        title={t('progress.loadFailed')}
        problem={toProblem(agent.error)}
        onRetry={() => void agent.refetch()}
      />
    );
  }
  const items = documents.data?.items ?? [];
  const isDone = documents.isSuccess && !uploads.isBusy && !items.some(isReading);
  const hasNothing = isDone && items.length > 0 && items.every(hasFailed);
  const open = uploads.list.filter(({ state }) => state !== 'added');
  return (
    <>
      <PageHeader title={agent.data.title} description={sentence(isDone, items)} />
      {documents.isError && (
        <LoadFailure
          title={t('progress.failed')}
          problem={toProblem(documents.error)}
          onRetry={() => void documents.refetch()}
        />
      )}
      <AgentFileNotes agentId={agentId} notes={notes} />
      <ol className={styles.list} aria-label={t('progress.content')}>
        {open.map((upload) => (
          <UploadProgress key={upload.key} upload={upload} onRetry={() => uploads.retry(upload)} />
        ))}
        {items.map((document) => (
          <DocumentProgress key={document.id} agentId={agentId} document={document} />
        ))}
        {documents.isSuccess && items.length === 0 && open.length === 0 && (
          <li className={styles.nothing}>{t('progress.empty')}</li>
        )}
      </ol>
      <div className={styles.actions}>
        <Button
          variant={isDone && !hasNothing ? 'filled' : 'default'}
          renderRoot={(props) => (
            <Link
              to="/app/$region/agents/$agentId/$tab"
              params={{ region: currentRegion(), agentId, tab: hasNothing ? 'kb' : 'overview' }}
              {...props}
            />
          )}
        >
          {t('progress.open')}
        </Button>
        {!isDone && !uploads.isBusy && <span className={styles.note}>{t('progress.goesOn')}</span>}
      </div>
      {isDone && items.some(({ state }) => state === 'SUCCESS') && (
        <section className={styles.try} aria-labelledby="try-title">
          <h2 className={styles.tryTitle} id="try-title">
            {t('progress.try')}
          </h2>
          <TryChat agent={agent.data} />
        </section>
      )}
      <ConfirmDialog
        isOpen={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title={t('progress.leaveTitle')}
        confirmLabel={t('progress.leave')}
        onConfirm={() => blocker.proceed?.()}
      >
        {t('progress.leaveText')}
      </ConfirmDialog>
    </>
  );
}

function sentence(isDone: boolean, items: KnowledgeDocument[]): string {
  if (!isDone) return say('new-agent', 'progress.reading');
  const failed = items.filter(hasFailed).length;
  if (items.length === 0) return say('new-agent', 'progress.created');
  if (failed === 0) return say('new-agent', 'progress.done');
  if (failed === items.length)
    return say('new-agent', items.some(({ url }) => url !== null) ? 'progress.siteFailed' : 'progress.allFailed');
  return say('new-agent', 'progress.someFailed', { count: failed });
}
