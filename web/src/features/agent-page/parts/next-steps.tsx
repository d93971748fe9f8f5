import type { Agent } from '@antiphon/contract/agents';
import { Button } from '@mantine/core';
import { IconCheck, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useDebuggerPanel } from '../../playground/use-debugger-panel.ts';
import { workingCopyPath } from '../../working-copy/prototype-path.ts';
import { usePublishing } from '../../working-copy/use-publishing.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './overview-tab.module.css';

interface StepAction {
  label: string;
  run?: () => void;
  isBusy?: boolean;
  /** Leads to a page of its own, in a new tab, in place of doing something here. */
  href?: string;
}

/** The way of a new agent to its first visitor. It goes when every step is done. */
export function NextSteps() {
  const t = useTexts('agent-page');
  const { agent } = useWorkingCopy();
  const navigate = useNavigate({ from: '/app/$region/agents/$agentId/$tab' });
  const panel = useDebuggerPanel();
  const { canTestChat } = useWorkspace().abilities;
  const { publish, isPublishing } = usePublishing();
  const conversations = useQuery(query.conversations.list.queryOptions({ input: { id: agent.ID, limit: 5 } }));
  const items = conversations.data?.items ?? [];
  const unread = useUnreadDocuments(agent);
  const open = (tab: string, doc?: string) => void navigate({ params: (old) => ({ ...old, tab }), search: { doc } });
  const steps: { title: string; hint: string; isDone: boolean; action: StepAction | undefined }[] = [
    {
      title: t('steps.knowledge'),
      hint: unread.first ? t('steps.knowledgeFailed', { count: unread.count }) : t('steps.knowledgeHint'),
      isDone: agent.documents > 0 && !unread.first,
      action: unread.first
        ? { label: t('steps.seeWhy'), run: () => open('kb', unread.first) }
        : { label: t('steps.knowledge'), run: () => open('kb') },
    },
    {
      title: t('steps.try'),
      hint: t('steps.tryHint'),
      isDone: items.length > 0,
      action: canTestChat
        ? { label: t('steps.openTest'), run: () => panel.setOpen(true) }
        : { label: t('steps.openTest'), href: workingCopyPath(agent.ID) },
    },
    {
      title: t('steps.publish'),
      hint: t('steps.publishHint'),
      isDone: agent.isPublished,
      action: agent.abilities.canPublish
        ? { label: t('steps.publish'), run: () => void publish(''), isBusy: isPublishing }
        : undefined,
    },
    {
      title: t('steps.embed'),
      hint: t('steps.embedHint'),
      isDone: items.some(({ isTest }) => !isTest) || agent.conversations > items.length,
      action: { label: t('steps.getScript'), run: () => open('channels') },
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (conversations.isPending || unread.isLoading || next === -1) return null;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('steps.title')}</h2>
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
                {isDone && <span className={styles.done}> {t('steps.done')}</span>}
              </div>
              {!isDone && <p className={styles.stepHint}>{hint}</p>}
            </div>
            {!isDone && action && <StepButton action={action} isNext={index === next} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

const DOCUMENTS_LOOKED_AT = 50;
const POLL_MS = 3_000;

/** The documents of an agent that could read none of them: it answers nobody. `first` is missing where it has read one. */
function useUnreadDocuments({ ID: id, documents }: Agent): { count: number; first?: string; isLoading: boolean } {
  const list = useQuery(
    query.knowledge.list.queryOptions({
      input: { id, limit: DOCUMENTS_LOOKED_AT },
      enabled: documents > 0,
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ state }) => state === 'INITIALIZED' || state === 'PENDING') ? POLL_MS : false,
    }),
  );
  const items = list.data?.items ?? [];
  // One that was read before, and not this time, is still answered from.
  const isUnread = items.length > 0 && items.every(({ state, chunks }) => state === 'ERROR' && chunks === 0);
  return { count: items.length, first: isUnread ? items[0]?.id : undefined, isLoading: list.isLoading };
}

function StepButton({ action, isNext }: { action: StepAction; isNext: boolean }) {
  const look = { size: 'compact-md', fz: 13, variant: isNext ? 'filled' : 'default' } as const;
  if (action.href !== undefined)
    return (
      <Button
        {...look}
        component="a"
        href={action.href}
        target="_blank"
        rel="noopener"
        rightSection={<IconExternalLink size={14} stroke={1.5} aria-hidden="true" />}
      >
        {action.label}
      </Button>
    );
  return (
    <Button {...look} loading={action.isBusy ?? false} onClick={action.run}>
      {action.label}
    </Button>
  );
}
