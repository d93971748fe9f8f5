import type { Report } from '@antiphon/contract/analytics';
import { useTexts } from '../../../texts/texts.ts';
import { formatDuration, formatPercent } from '../../../ui/charts/chart-format.ts';
import { Figure, FigureTiles } from '../../../ui/charts/figure-tiles.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { compare, FIGURES, type FigureName, shareOf } from './report-words.ts';

/** Figures with what they were in the time before, and how many who saw the widget wrote. */
export function ReportFigures({ report, names }: { report: Report; names: readonly FigureName[] }) {
  const t = useTexts('analytics');
  const slowest = { firstResponse: report.totals.firstResponseP90Ms, claim: report.totals.claimP90Ms };
  const begun = shareOf(report.totals.conversations, report.loads);
  const hintOf = (name: FigureName) => (name === 'rated' ? t('figures.ratedHint') : undefined);
  return (
    <FigureTiles>
      {names.map((name) => {
        const { kind, better, read } = FIGURES[name];
        const { value, before, ...change } = compare(read(report.totals), read(report.previous), kind, better);
        const p90 = name === 'firstResponse' || name === 'claim' ? slowest[name] : null;
        return (
          <Figure
            key={name}
            label={t(`figures.${name}`)}
            value={value}
            hint={p90 === null ? hintOf(name) : t('figures.p90', { time: formatDuration(p90) })}
            before={
              before === null || value === null
                ? undefined
                : {
                    ...change,
                    words: t('figures.before', { value: before }),
                    said: change.said ? t(`figures.${change.said}`) : '',
                  }
            }
          />
        );
      })}
      <Figure label={t('figures.loads')} value={formatCount(report.loads)} hint={t('figures.loadsHint')} />
      <Figure label={t('figures.begun')} value={begun === null ? null : formatPercent(Math.min(1, begun))} />
    </FigureTiles>
  );
}
