import type { AgentSummary } from '@antiphon/contract/agents';
import type { PausedAgents } from '@antiphon/contract/paused-agents';
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay, truncateChars } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './over-plan.module.css';

const shownChars = 30;
const choiceMax = 100;

/** Says how many agents are over the plan and what becomes of them, and lets others answer in their place; else nothing. */
export function OverPlan() {
  const t = useTexts('agents');
  const { uid } = useWorkspace();
  const mayWrite = useMay('agents.write');
  const { data } = useQuery(query.pausedAgents.get.queryOptions({ input: { uid } }));
  if (!data || data.over === 0 || data.pausesAt === null) return null;
  const { over, pausesAt, items } = data;
  return (
    <div className={styles.over}>
      <Notice title={t('over.title')}>
        <p className={styles.text}>
          {items.length > 0
            ? t('over.now')
            : t('over.soon', { count: over, date: formatDay(new Date(pausesAt * 1_000)) })}{' '}
          <Link className={styles.link} to="/app/$region/account/billing" params={{ region: currentRegion() }}>
            {t('over.billing')}
          </Link>
        </p>
        {items.length > 0 && <Paused items={items} mayWrite={mayWrite} />}
      </Notice>
    </div>
  );
}

function Paused({ items, mayWrite }: Pick<PausedAgents, 'items'> & { mayWrite: boolean }) {
  const { uid } = useWorkspace();
  const agents = useQuery(query.agents.list.queryOptions({ input: { uid, limit: choiceMax, sort: 'created' } }));
  const paused = new Set<string>(items.map(({ ID }) => ID));
  const answering = agents.data?.items.filter(({ ID }) => !paused.has(ID)) ?? [];
  return (
    <ul className={styles.list}>
      {items.map((agent) => (
        <li key={agent.ID} className={styles.item}>
          <span className={styles.name} data-text="content" dir="auto">
            {agent.title}
          </span>
          {mayWrite && answering.length > 0 && <Swap agent={agent} answering={answering} />}
        </li>
      ))}
    </ul>
  );
}

function Swap({ agent, answering }: { agent: PausedAgents['items'][number]; answering: AgentSummary[] }) {
  const t = useTexts('agents');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const pause = answering.find(({ ID }) => ID === chosen) ?? answering[0];
  const name = truncateChars(agent.title, shownChars);
  const swapping = useMutation({
    mutationFn: async () => pause && api.pausedAgents.swap({ uid, resume: agent.ID, pause: pause.ID }),
    meta: { success: t('over.done', { agent: name }), failure: t('over.failed') },
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.pausedAgents.key() }),
  });
  return (
    <>
      <NativeSelect
        className={styles.choice}
        aria-label={t('over.instead')}
        data={[
          {
            group: t('over.instead'),
            items: answering.map(({ ID, title }) => ({ value: ID, label: truncateChars(title, shownChars) })),
          },
        ]}
        value={pause?.ID ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button
        variant="default"
        aria-label={`${t('over.swap')}: ${name}`}
        onClick={() => swapping.mutate()}
        loading={swapping.isPending}
      >
        {t('over.swap')}
      </Button>
    </>
  );
}
