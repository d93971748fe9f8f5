import type { FunctionUse } from '@antiphon/contract/functions';
import type { FunctionId } from '@antiphon/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './functions.module.css';

export function useUses(functionId: FunctionId) {
  const { uid } = useWorkspace();
  return useQuery(query.functions.listUses.queryOptions({ input: { uid, functionId } }));
}

/** Which agents may call a function, and how many of them would call an older revision. */
export function FunctionUses({ functionId }: { functionId: FunctionId }) {
  const t = useTexts('agent-functions');
  const uses = useUses(functionId);
  if (uses.isPending) return null;
  return (
    <section className={styles.faults} aria-labelledby="function-uses">
      <h2 id="function-uses" className={styles.usesTitle}>
        {t('uses.title')}
        {uses.data && uses.data.agents > 0 && (
          <>
            <StatusBadge tone="neutral">{t('uses.agents', { count: uses.data.agents })}</StatusBadge>
            {uses.data.olderAgents > 0 && (
              <StatusBadge tone="warn">{t('uses.older', { count: uses.data.olderAgents })}</StatusBadge>
            )}
          </>
        )}
      </h2>
      {uses.isError && !uses.data && (
        <LoadFailure title={t('uses.loadFailed')} problem={toProblem(uses.error)} onRetry={() => void uses.refetch()} />
      )}
      {uses.data?.agents === 0 && <p className={styles.hint}>{t('uses.none')}</p>}
      {uses.data && uses.data.agents > 0 && <AgentLinks uses={uses.data.items} total={uses.data.agents} />}
    </section>
  );
}

/** To the settings of each agent, where another revision is chosen. */
export function AgentLinks({ uses, total }: { uses: FunctionUse[]; total: number }) {
  const t = useTexts('agent-functions');
  return (
    <>
      <ul className={styles.uses}>
        {uses.map(({ agentId, title, draftRevision, liveRevision }) => (
          <li key={agentId}>
            <Link
              to="/app/$region/agents/$agentId/$tab"
              params={{ region: currentRegion(), agentId, tab: 'settings' }}
              data-text="content"
              dir="auto"
            >
              {title}
            </Link>
            <div className={styles.sub}>
              {liveRevision === null ? t('uses.notLive') : t('uses.live', { number: liveRevision })}
              {draftRevision !== null && draftRevision !== liveRevision && (
                <>
                  {' · '}
                  {t('uses.copy', { number: draftRevision })}
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {total > uses.length && <p className={styles.hint}>{t('uses.more', { count: uses.length })}</p>}
    </>
  );
}
