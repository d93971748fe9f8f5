import type { AgentId } from '@antiphon/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import styles from './calls.module.css';

/** How long callers wait for an answer, by who listens and speaks; nothing as long as none was spoken. */
export function Latency({ agentId }: { agentId: AgentId }) {
  const t = useTexts('calls');
  const { data } = useQuery(query.voices.latency.queryOptions({ input: { id: agentId } }));
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-label={t('latency.title')} className={styles.latency}>
      <h3>{t('latency.title')}</h3>
      <ul>
        {items.map(({ mode, turns, p50, p95 }) => (
          <li key={mode}>{t(`latency.${mode}`, { count: turns, p50: formatCount(p50), p95: formatCount(p95) })}</li>
        ))}
      </ul>
    </section>
  );
}
