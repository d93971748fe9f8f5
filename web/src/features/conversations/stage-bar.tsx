import type { Trace } from '@antiphon/contract/conversations';
import { useTexts } from '../../texts/texts.ts';
import styles from './stage-bar.module.css';
import { stageShares } from './stage-shares.ts';

/** Where the milliseconds of a reply went: one bar to scale, each stage with its figure. */
export function StageBar({ stages }: { stages: Trace['stages'] }) {
  const t = useTexts('reply-trace');
  const shares = stageShares(stages);
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        {shares.map(({ stage, percent }, index) => (
          <span key={stage} style={{ width: `${percent}%` }} data-shade={index} />
        ))}
      </div>
      <dl className={styles.figures}>
        {shares.map(({ stage, ms }, index) => (
          <div key={stage}>
            <dt data-shade={index}>{t(`stages.${stage}`)}</dt>
            <dd className="tabular">
              <bdi>{milliseconds(ms)}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('total')}</dt>
          <dd className="tabular">
            <bdi>{milliseconds(stages.totalMs)}</bdi>
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** Under ten, one decimal tells apart what would all read 0. */
function milliseconds(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;
}
