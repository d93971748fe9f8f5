import type { Trace } from '@antiphon/contract/conversations';
import styles from './stage-bar.module.css';
import { stageShares } from './stage-shares.ts';

/** Where the milliseconds of a reply went: one bar to scale, each stage with its figure. */
export function StageBar({ stages }: { stages: Trace['stages'] }) {
  const shares = stageShares(stages);
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        {shares.map(({ label, percent }, index) => (
          <span key={label} style={{ width: `${percent}%` }} data-shade={index} />
        ))}
      </div>
      <dl className={styles.figures}>
        {shares.map(({ label, ms }, index) => (
          <div key={label}>
            <dt data-shade={index}>{label}</dt>
            <dd className="tabular">{milliseconds(ms)}</dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd className="tabular">{milliseconds(stages.totalMs)}</dd>
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
