import type { AgentSummary } from '@antiphon/contract/agents';
import { Button } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { Face } from '../../../ui/page/face.tsx';
import { AgentState } from '../agent-state.tsx';
import styles from './agent-list.module.css';
import { AgentMenu } from './agent-menu.tsx';
import { AgentLink } from './agent-row.tsx';
import type { More } from './agent-table.tsx';
import { AgentTags } from './agent-tags.tsx';

export function AgentCards({ items, more }: { items: AgentSummary[]; more: More }) {
  const t = useTexts('agents');
  const tUi = useTexts('ui');
  return (
    <>
      <ul className={styles.cards} aria-label={t('title')}>
        {items.map((agent) => (
          <li key={agent.ID} className={styles.card}>
            <div className={styles.cardHead}>
              <Face src={agent.roundedImageURL} name={agent.title} size={36} />
              <div className={styles.cardWords}>
                <AgentLink agent={agent} />
                <AgentState {...agent} />
              </div>
              <div className={styles.cardMenu}>
                <AgentMenu agent={agent} />
              </div>
            </div>
            <p className={styles.cardText}>{agent.description}</p>
            <AgentTags tags={agent.tags} />
            <div className={styles.cardFoot}>
              <span>{t('recent', { count: agent.recentConversations })}</span>
              <RelativeTime date={agent.lastModified} />
            </div>
          </li>
        ))}
      </ul>
      {more && (
        <div className={styles.more}>
          <Button variant="default" onClick={more.onMore} loading={more.isLoading}>
            {tUi('showMore')}
          </Button>
        </div>
      )}
    </>
  );
}
