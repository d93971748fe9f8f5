import type { SuiteCaseId } from '@antiphon/contract/ids';
import { Button, Group, Switch } from '@mantine/core';
import { IconListCheck, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { useMay } from '../workspaces/use-workspace.ts';
import { CaseDrawer } from './parts/case-drawer.tsx';
import { CaseList } from './parts/case-list.tsx';
import { ReportDrawer, type ShownReport } from './parts/report-drawer.tsx';
import { RunList } from './parts/run-list.tsx';
import { RunState } from './parts/run-state.tsx';
import styles from './parts/suites.module.css';

const LOOK_MS = 1_500;

/** What an agent must be able to answer: its tests, what became of them, and whether they hold up publishing. */
export function TestsTab() {
  const t = useTexts('suites');
  const id = useParams({ from: '/app/$region/agents/$agentId/$tab' }).agentId;
  const search = useSearch({ from: '/app/$region/agents/$agentId/$tab' });
  const navigate = useNavigate({ from: '/app/$region/agents/$agentId/$tab' });
  const [report, setReport] = useState<ShownReport | null>(null);
  const suite = useQuery({
    ...query.suites.get.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (state.data?.runs[0]?.state === 'running' ? LOOK_MS : false),
  });
  const open = (wanted: SuiteCaseId | 'new' | undefined) =>
    void navigate({ search: (old) => ({ ...old, case: wanted, of: undefined }) });
  if (suite.isError)
    return (
      <LoadFailure title={t('loadFailed')} problem={toProblem(suite.error)} onRetry={() => void suite.refetch()} />
    );
  if (!suite.data) return <RowsSkeleton />;
  const { cases, runs, gate, blocksPublishing, mayWrite } = suite.data;
  const [newest] = runs;
  return (
    <div className={styles.tab}>
      {cases.length === 0 ? (
        <EmptyState
          icon={<IconListCheck size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={t('empty.text')}
          action={mayWrite && <Button onClick={() => open('new')}>{t('add')}</Button>}
        />
      ) : (
        <>
          <Head id={id} mayWrite={mayWrite} isRunning={newest?.state === 'running'} onAdd={() => open('new')} />
          {blocksPublishing && gate && <Notice>{t(`gate.${gate}`)}</Notice>}
          {newest && <RunState run={newest} mayStop={mayWrite} onOpen={() => setReport({ runId: newest.id })} />}
          <CaseList
            agentId={id}
            cases={cases}
            newest={newest ?? null}
            onOpen={open}
            onReport={(position) => newest && setReport({ runId: newest.id, position })}
          />
          <Blocking id={id} blocksPublishing={blocksPublishing} />
          {runs.length > 1 && <RunList runs={runs.slice(1)} onOpen={(runId) => setReport({ runId })} />}
        </>
      )}
      {search.case !== undefined && (
        <CaseDrawer
          key={search.case}
          agentId={id}
          wanted={search.case}
          of={search.of}
          onClose={() => open(undefined)}
        />
      )}
      {report && <ReportDrawer agentId={id} report={report} onClose={() => setReport(null)} />}
    </div>
  );
}

function Head({
  id,
  mayWrite,
  isRunning,
  onAdd,
}: {
  id: string;
  mayWrite: boolean;
  isRunning: boolean;
  onAdd: () => void;
}) {
  const t = useTexts('suites');
  const { isDirty, save } = useWorkingCopy();
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: async () => {
      // What is tried is what is saved.
      if (isDirty && (await save()) === null) return null;
      return api.suites.startRun({ id });
    },
    meta: { failure: t('run.failed') },
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.suites.key() }),
  });
  return (
    <div className={styles.head}>
      <p className={styles.lead}>{t('lead')}</p>
      {mayWrite && (
        <Group gap="xs" className={styles.headActions}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
            onClick={onAdd}
          >
            {t('add')}
          </Button>
          <Button
            loading={starting.isPending}
            disabled={isRunning}
            leftSection={<IconPlayerPlay size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => starting.mutate()}
          >
            {isRunning ? t('run.running') : isDirty ? t('run.saveAndStart') : t('run.start')}
          </Button>
        </Group>
      )}
    </div>
  );
}

function Blocking({ id, blocksPublishing }: { id: string; blocksPublishing: boolean }) {
  const t = useTexts('suites');
  const mayChange = useMay('agents.publish');
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (wanted: boolean) => api.suites.save({ id, blocksPublishing: wanted }),
    meta: { success: t('blocking.saved'), failure: t('blocking.failed') },
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.suites.get.key() }),
  });
  return (
    <Switch
      label={t('blocking.label')}
      description={t('blocking.hint')}
      disabled={!mayChange}
      checked={saving.isPending ? saving.variables : blocksPublishing}
      onChange={(event) => saving.mutate(event.currentTarget.checked)}
    />
  );
}
