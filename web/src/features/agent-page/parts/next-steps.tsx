import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query } from '../../../api.ts';
import { useDebuggerPanel } from '../../playground/use-debugger-panel.ts';
import { usePublishing } from '../../working-copy/use-publishing.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './overview-tab.module.css';

/** The way of a new agent to its first visitor. It goes when every step is done. */
export function NextSteps() {
  const { agent } = useWorkingCopy();
  const navigate = useNavigate({ from: '/app/$region/agents/$agentId/$tab' });
  const panel = useDebuggerPanel();
  const { publish, isPublishing } = usePublishing();
  const conversations = useQuery(query.conversations.list.queryOptions({ input: { id: agent.ID, limit: 5 } }));
  const items = conversations.data?.items ?? [];
  const open = (tab: string) => void navigate({ params: (old) => ({ ...old, tab }), search: {} });
  const steps = [
    {
      title: 'Add knowledge',
      hint: 'A website, files or text that the agent answers from.',
      isDone: agent.documents > 0,
      action: { label: 'Add knowledge', run: () => open('kb') },
    },
    {
      title: 'Try it',
      hint: 'Ask what your visitors ask, and see what each answer is made of.',
      isDone: items.length > 0,
      action: { label: 'Open test chat', run: () => panel.setOpen(true) },
    },
    {
      title: 'Publish',
      hint: 'Visitors get the published version, never the one you are working on.',
      isDone: agent.isPublished,
      action: agent.abilities.canPublish
        ? { label: 'Publish', run: () => void publish(''), isBusy: isPublishing }
        : undefined,
    },
    {
      title: 'Put it on a page',
      hint: 'One script tag, the same for every later version.',
      isDone: items.some(({ isTest }) => !isTest) || agent.conversations > items.length,
      action: { label: 'Get the script', run: () => open('channels') },
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (conversations.isPending || next === -1) return null;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>Next steps</h2>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ title, hint, isDone, action }, index) => (
          <li key={title} className={styles.step} data-done={isDone || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {isDone ? <IconCheck size={14} stroke={2} /> : index + 1}
            </span>
            <div className={styles.stepWords}>
              <div className={styles.stepTitle}>
                {title}
                {isDone && <span className={styles.done}> (done)</span>}
              </div>
              {!isDone && <p className={styles.stepHint}>{hint}</p>}
            </div>
            {!isDone && action && (
              <Button
                size="compact-md"
                fz={13}
                variant={index === next ? 'filled' : 'default'}
                loading={action.isBusy ?? false}
                onClick={action.run}
              >
                {action.label}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
