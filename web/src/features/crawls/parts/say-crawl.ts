import type { CrawlKind, CrawlLine, CrawlRun, CrawlRunState, CrawlState } from '@antiphon/contract/crawls';
import type { RefreshRate } from '@antiphon/contract/knowledge';
import { say } from '../../../texts/texts.ts';
import { inLanguageOf } from '../../../ui/format/in-language.ts';
import type { Tone } from '../../../ui/states/status-badge.tsx';

export const kinds: CrawlKind[] = ['crawl', 'sitemap', 'url'];
export const states: CrawlState[] = ['running', 'waiting', 'failed', 'paused', 'ok'];
export const rates: RefreshRate[] = ['never', '1h', '6h', '12h', '24h', '7d'];

export const stateTones: Record<CrawlState, Tone> = {
  running: 'accent',
  waiting: 'warn',
  failed: 'bad',
  paused: 'neutral',
  ok: 'good',
};

export const runTones: Record<CrawlRunState, Tone> = {
  running: 'accent',
  waiting: 'warn',
  applying: 'accent',
  applied: 'good',
  discarded: 'neutral',
  replaced: 'neutral',
  failed: 'bad',
};

/** It moves by itself: look again. */
export const isMoving = ({ state }: Pick<CrawlLine, 'state'>) => state === 'running';

const hours = inLanguageOf((locale) => {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return Array.from({ length: 24 }, (_, hour) => format.format(Date.UTC(2026, 0, 1, hour)));
});
export const hourNames = (): string[] => hours();

/** As in 'Every day at 03:00 (Europe/Berlin)'. */
export function scheduleWords({
  refreshRate,
  hour,
  timeZone,
}: Pick<CrawlLine, 'refreshRate' | 'hour' | 'timeZone'>): string {
  const rate = say('crawls', `rates.${refreshRate}`);
  if (hour === null || (refreshRate !== '24h' && refreshRate !== '7d')) return rate;
  return say('crawls', 'atHour', { rate, hour: hours()[hour] ?? '', zone: timeZone.replaceAll('_', ' ') });
}

const counted = ['added', 'changed', 'removed', 'failed'] as const;

/** What differed, such as '5 added, 30 changed'. */
export function countWords(run: CrawlRun): string {
  const parts = counted
    .filter((change) => run[change] > 0)
    .map((change) => say('crawls', `counts.${change}`, { count: run[change] }));
  if (parts.length === 0 && run.state !== 'failed') parts.push(say('crawls', 'counts.nothing'));
  if (run.needsJavaScript > 0) parts.push(say('crawls', 'counts.needs_javascript', { count: run.needsJavaScript }));
  return parts.join(say('ui', 'comma'));
}

/** One a line, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
