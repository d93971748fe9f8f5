import type { DocumentState, KnowledgeDocument, RefreshRate } from '@antiphon/contract/knowledge';
import { say } from '../../../texts/texts.ts';
import type { Tone } from '../../../ui/states/status-badge.tsx';

export const isReading = ({ state }: KnowledgeDocument) => state === 'INITIALIZED' || state === 'PENDING';
export const isSite = ({ kind }: Pick<KnowledgeDocument, 'kind'>) => kind === 'crawl' || kind === 'sitemap';

export const stateTones: Record<DocumentState, Tone> = {
  INITIALIZED: 'accent',
  PENDING: 'accent',
  SUCCESS: 'good',
  ERROR: 'bad',
};

export const rateWords = (rate: RefreshRate) =>
  say('knowledge', rate === 'never' ? 'rates.never' : `rates.every${rate}`);

const rates: RefreshRate[] = ['never', '1h', '6h', '12h', '24h', '7d'];
export const refreshRates = () => rates.map((value) => ({ value, label: rateWords(value) }));

/** Waiting and reading are said by the state already. */
function stepWords(document: KnowledgeDocument): string {
  const { step } = document.progress;
  if (step === 'indexing') return say('knowledge', 'steps.indexing');
  return step === 'finding' ? say('knowledge', isSite(document) ? 'steps.finding' : 'steps.opening') : '';
}

/** Where the reading stands beyond its state, such as '12 of 40 pages'; empty when there is nothing to add. */
export function progressWords(document: KnowledgeDocument): string {
  if (!isReading(document)) return '';
  const { found, read } = document.progress;
  const pages = isSite(document) && found > 0 && say('knowledge', 'steps.pagesOf', { read, found });
  return [stepWords(document), pages].filter(Boolean).join(say('ui', 'comma'));
}

/** Share of what was found that is read, 0 to 100; null where that is not known. */
export function progressPercent(document: KnowledgeDocument): number | null {
  const { found, read, failed, skipped } = document.progress;
  return isReading(document) && isSite(document) && found > 0
    ? Math.min(100, Math.round(((read + failed + skipped) / found) * 100))
    : null;
}

/** What the document gave: pages and passages, such as '12 pages, 3 failed, 48 passages'. */
export function contentWords(document: KnowledgeDocument): string {
  const { read, failed, skipped } = document.progress;
  return [
    isSite(document) && say('knowledge', 'content.pages', { count: read }),
    isSite(document) && failed > 0 && say('knowledge', 'content.failed', { count: failed }),
    isSite(document) && skipped > 0 && say('knowledge', 'content.skipped', { count: skipped }),
    document.chunks > 0 && say('knowledge', 'content.passages', { count: document.chunks }),
  ]
    .filter(Boolean)
    .join(say('ui', 'comma'));
}
