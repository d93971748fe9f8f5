import type { Agent } from '@antiphon/contract/agents';
import { Button } from '@mantine/core';
import { IconCompass, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { TestChat } from './parts/test-chat.tsx';
import { useTestConversation } from './parts/use-test-conversation.ts';
import styles from './prototype-page.module.css';

/**
 * The working copy of an agent as visitors would meet it. It is a test conversation of a member: nothing is served by this
 * address alone, and whoever is not in the agent's workspace gets no more than for an agent that does not exist.
 */
export function PrototypePage() {
  const t = useTexts('playground');
  const ui = useTexts('ui');
  const { vg_id: agentId = '' } = useSearch({ from: '/app/$region/prototype' });
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId }, enabled: agentId !== '' }));
  if (agent.data !== undefined) return <Prototype key={agentId} agent={agent.data} />;
  const problem = agent.isError ? toProblem(agent.error) : null;
  if (agentId === '' || problem?.status === 400 || problem?.status === 404)
    return (
      <Page>
        <EmptyState
          icon={<IconCompass size={28} stroke={1.5} />}
          title={ui('notFound.title')}
          description={ui('notFound.text')}
          action={
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/app/$region/agents" params={{ region: currentRegion() }} {...props} />}
            >
              {ui('notFound.action')}
            </Button>
          }
        />
      </Page>
    );
  return (
    <Page>
      {problem ? (
        <LoadFailure title={t('startFailed')} problem={problem} onRetry={() => void agent.refetch()} />
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </Page>
  );
}

function Prototype({ agent }: { agent: Agent }) {
  const t = useTexts('playground');
  const ui = useTexts('ui');
  const { conversation, start, error, isStarting } = useTestConversation(agent);
  return (
    <Page>
      <PageHeader
        title={t('prototype.title', { title: agent.title })}
        description={t('prototype.text')}
        action={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
              loading={isStarting}
              onClick={start}
            >
              {t('restart')}
            </Button>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link
                  to="/app/$region/agents/$agentId/$tab"
                  params={{ region: currentRegion(), agentId: agent.ID, tab: 'overview' }}
                  {...props}
                />
              )}
            >
              {ui('notFound.toAgent')}
            </Button>
          </>
        }
      />
      {error !== null && <LoadFailure title={t('startFailed')} problem={toProblem(error)} onRetry={start} />}
      {error === null && conversation !== null && (
        <div className={styles.chat}>
          <TestChat key={conversation.conversationId} agent={agent} started={conversation} onRestart={start} />
        </div>
      )}
    </Page>
  );
}
