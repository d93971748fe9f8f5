import type { DocumentState, KnowledgeDocument, RefreshRate } from '@antiphon/contract/knowledge';
import { formatPlural } from '../../../ui/format.ts';
import type { Tone } from '../../../ui/status-badge.tsx';

export const isReading = ({ state }: KnowledgeDocument) => state === 'INITIALIZED' || state === 'PENDING';
export const isSite = ({ kind }: Pick<KnowledgeDocument, 'kind'>) => kind === 'crawl' || kind === 'sitemap';

export const stateWords: Record<DocumentState, { tone: Tone; label: string }> = {
  INITIALIZED: { tone: 'accent', label: 'Waiting' },
  PENDING: { tone: 'accent', label: 'Reading' },
  SUCCESS: { tone: 'good', label: 'Ready' },
  ERROR: { tone: 'bad', label: 'Failed' },
};

export const kindWords: Record<KnowledgeDocument['kind'], string> = {
  text: 'Text',
  file: 'File',
  url: 'Web page',
  sitemap: 'Sitemap',
  crawl: 'Website',
  page: 'Page',
};

export const refreshRates: { value: RefreshRate; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '1h', label: 'Every hour' },
  { value: '6h', label: 'Every 6 hours' },
  { value: '12h', label: 'Every 12 hours' },
  { value: '24h', label: 'Every day' },
  { value: '7d', label: 'Every week' },
];

export const rateWords = (rate: RefreshRate) => refreshRates.find(({ value }) => value === rate)?.label ?? rate;

/** Waiting and reading are said by the state already. */
const stepWords = { waiting: '', finding: 'Finding pages', reading: '', indexing: 'Indexing', done: '' };

/** Where the reading stands beyond its state, such as '12 of 40 pages'; empty when there is nothing to add. */
export function progressWords(document: KnowledgeDocument): string {
  if (!isReading(document)) return '';
  const { step, found, read } = document.progress;
  const word = step === 'finding' && !isSite(document) ? 'Opening' : stepWords[step];
  const pages = isSite(document) && found > 0 && `${read} of ${formatPlural(found, 'page', 'pages')}`;
  return [word, pages].filter(Boolean).join(', ');
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
    isSite(document) && formatPlural(read, 'page', 'pages'),
    isSite(document) && failed > 0 && `${failed} failed`,
    isSite(document) && skipped > 0 && `${skipped} left out`,
    document.chunks > 0 && formatPlural(document.chunks, 'passage', 'passages'),
  ]
    .filter(Boolean)
    .join(', ');
}
