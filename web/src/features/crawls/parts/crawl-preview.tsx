import type { PreviewAddress, PreviewVerdict } from '@antiphon/contract/crawls';
import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { StatusBadge, type Tone } from '../../../ui/states/status-badge.tsx';
import { type CrawlFormState, planOf } from './crawl-draft.ts';
import styles from './crawls.module.css';

const tones: Record<PreviewVerdict, Tone> = {
  in: 'good',
  not_included: 'neutral',
  excluded: 'neutral',
  other_site: 'neutral',
  robots: 'neutral',
  limit: 'warn',
  failed: 'bad',
};

/** Why each of the first addresses would be read or not, before anything is saved. */
export function PreviewPanel({ agentId, form }: { agentId: string; form: CrawlFormState }) {
  const t = useTexts('crawls');
  const looking = useMutation({
    mutationFn: () => {
      const { kind, starts, include, exclude, pagesMax } = planOf(form.getValues());
      return api.crawls.preview({ id: agentId as AgentId, kind, starts, include, exclude, pagesMax });
    },
    meta: { isFailureShown: true },
  });
  const look = () => {
    if (!form.validate().hasErrors) looking.mutate();
  };
  return (
    <section className={styles.preview} aria-label={t('preview.title')}>
      <div className={styles.actions}>
        <p className={styles.hint}>{t('preview.hint', { count: limits.crawlPreviewMax })}</p>
        <Button variant="default" loading={looking.isPending} onClick={look}>
          {t('preview.button')}
        </Button>
      </div>
      {looking.isError && <LoadFailure title={t('preview.failed')} problem={toProblem(looking.error)} onRetry={look} />}
      {looking.data && !looking.isPending && <Addresses {...looking.data} />}
    </section>
  );
}

function Addresses({ addresses, hasMore }: { addresses: PreviewAddress[]; hasMore: boolean }) {
  const t = useTexts('crawls');
  const letIn = addresses.filter(({ verdict }) => verdict === 'in').length;
  if (addresses.length === 0) return <p className={styles.reason}>{t('preview.none')}</p>;
  return (
    <>
      <p className={styles.reason} role="status">
        {t('preview.summary', { in: letIn, out: addresses.length - letIn })} {hasMore && t('preview.more')}
      </p>
      <ul className={styles.addresses}>
        {addresses.map(({ url, verdict, rule, message, needsJavaScript }) => (
          <li key={url} className={styles.address}>
            <span className={styles.url} dir="ltr" data-text="content">
              {url.replace(/^https?:\/\//, '')}
            </span>
            <StatusBadge tone={tones[verdict]}>{t(`preview.verdicts.${verdict}`, { rule: rule ?? '' })}</StatusBadge>
            {needsJavaScript && <span className={styles.message}>{t('preview.needsJavaScript')}</span>}
            {message !== null && (
              <span className={styles.message} data-text="content" dir="auto">
                {message}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
