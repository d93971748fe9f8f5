import type { SpokenTurn, Trace } from '@antiphon/contract/conversations';
import { useTexts } from '../../texts/texts.ts';
import styles from './waterfall.module.css';
import { spokenRows, type WaterfallRow, waterfallRows } from './waterfall-rows.ts';

/** Where the milliseconds of a reply went: a bar to scale for each thing that took time, with its figure. */
export function Waterfall({ trace }: { trace: Trace }) {
  return <Bars rows={waterfallRows(trace)} totalMs={trace.stages.totalMs} />;
}

/** The same of what a caller waited, from the end of their question to the first sound of the answer. */
export function SpokenWaterfall({ spoken }: { spoken: SpokenTurn }) {
  return <Bars rows={spokenRows(spoken)} totalMs={spoken.totalMs} />;
}

function Bars({ rows, totalMs }: { rows: WaterfallRow[]; totalMs: number }) {
  const t = useTexts('reply-trace');
  return (
    <dl className={styles.rows}>
      {rows.map(({ what, ms, from, percent }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
        <div key={index} className={styles.row}>
          <dt>{'stage' in what ? t(`stages.${what.stage}`) : <bdi dir="ltr">{what.call}</bdi>}</dt>
          <dd className={styles.track} aria-hidden="true">
            <span
              className={styles.bar}
              data-what={'stage' in what ? what.stage : 'call'}
              style={{ insetInlineStart: `${from}%`, width: `${percent}%` }}
            />
          </dd>
          <dd className="tabular">
            <bdi>{milliseconds(ms)}</bdi>
          </dd>
        </div>
      ))}
      <div className={styles.row}>
        <dt>{t('total')}</dt>
        <dd />
        <dd className="tabular">
          <bdi>{milliseconds(totalMs)}</bdi>
        </dd>
      </div>
    </dl>
  );
}

/** Under ten, one decimal tells apart what would all read 0. */
function milliseconds(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;
}
