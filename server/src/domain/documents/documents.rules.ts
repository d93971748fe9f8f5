import type { KnowledgeDocument, ReadingProgress, RefreshRate } from '@antiphon/contract/knowledge';
import { Temporal } from 'temporal-polyfill';
import { questionKey } from '../answers/same-question.rules.ts';
import { storable } from '../search/search-text.rules.ts';

export const newProgress = (): ReadingProgress => ({ step: 'waiting', found: 0, read: 0, failed: 0, skipped: 0 });

const HOURS: Record<RefreshRate, number | null> = { '1h': 1, '6h': 6, '12h': 12, '24h': 24, '7d': 168, never: null };

type Clock = { refreshRate: RefreshRate; isPaused: boolean; plan: { hour: number | null; timeZone: string } | null };

/** Daily and weekly at its hour, where it has one: the next such hour, of a week the one nearest to its end. */
export function nextReadAt({ refreshRate, isPaused, plan }: Clock, from: Date): Date | null {
  const hours = HOURS[refreshRate];
  if (hours === null || isPaused) return null;
  const hour = hours < 24 ? null : (plan?.hour ?? null);
  if (hour === null || !plan) return new Date(from.getTime() + hours * 3_600_000);
  const earliest = Temporal.Instant.fromEpochMilliseconds(from.getTime() + (hours > 24 ? (hours - 12) * 3_600_000 : 0));
  const local = earliest.toZonedDateTimeISO(plan.timeZone);
  const today = local.with({ hour, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 });
  return new Date(next.epochMilliseconds);
}

/** What a page is called until it has been read: its address without the scheme. */
export const titleOfAddress = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : decodePath(pathname)}`.slice(0, 200);
};

/** What a site is called until it has been read. */
export const hostOfSite = (url: string): string => URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';

/** Words that a start page has for itself; what stands beside them is the site. */
const START_PAGES =
  /^(?:home|home ?page|start|startseite|welcome|willkommen|accueil|bienvenue|inicio|bienvenidos|الرئيسية)$/i;

/** What a site calls itself: as it says, else the title of its start page without its tail. Empty where it says neither. */
export function siteNameOf({ siteName, title }: { siteName: string; title: string }): string {
  if (siteName !== '') return siteName;
  const parts = title.split(/\s+[|\-–—·]\s+/).filter((part) => part.trim() !== '');
  return (parts.find((part) => !START_PAGES.test(part.trim())) ?? '').trim();
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

type StoredDocument = Omit<KnowledgeDocument, 'lastReadAt' | 'createdAt'> & {
  lastReadAt: Date | null;
  createdAt: Date;
};

/** What a row says of questions that are taught; the first one is its title. */
export const taughtFields = (questions: readonly string[], language: string) => ({
  title: storable(questions[0] ?? ''),
  questions: questions.map(storable),
  questionKeys: [...new Set(questions.map(questionKey))],
  language,
});

/** A row as it crosses the wire: what is not named here stays inside. */
export const toDocument = (row: StoredDocument): KnowledgeDocument => ({
  id: row.id,
  parentId: row.parentId,
  kind: row.questions.length > 0 ? 'qa' : row.kind,
  title: row.title,
  url: row.url,
  questions: row.questions,
  language: row.language,
  state: row.state,
  stateReason: row.stateReason,
  refreshRate: row.refreshRate,
  progress: row.progress,
  chars: row.chars,
  chunks: row.chunks,
  lastReadAt: row.lastReadAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export type PagesFound = {
  isCrawl: boolean;
  /** Entries of the sitemap. */
  listed: number;
  pagesMax: number;
  read: number;
  failed: number;
  skippedByRobots: number;
  needsJavaScript: number;
  hasMore: boolean;
  /** The agent's limit of documents was reached on the way. */
  isFull: boolean;
};

const number = (value: number) => value.toLocaleString('en');
const pages = (value: number) => (value === 1 ? '1 page' : `${number(value)} pages`);

/** What an owner should know about a reading that ended well; null when nothing was left out. */
export function pagesReason(found: PagesFound): string | null {
  const { isCrawl, listed, pagesMax, read, failed } = found;
  const were = failed === 1 ? 'page' : 'pages';
  const sentences = [
    !isCrawl && listed > pagesMax
      ? `The sitemap lists ${pages(listed)}; the first ${number(pagesMax)} were read.`
      : null,
    isCrawl && found.hasMore && read >= pagesMax
      ? `The site has more pages; the first ${number(read)} were read.`
      : null,
    found.isFull ? 'This agent has reached its document limit; the other pages were left out.' : null,
    failed > 0 ? `${number(failed)} ${were} could not be read.` : null,
    found.needsJavaScript > 0
      ? `${pages(found.needsJavaScript)} ${found.needsJavaScript === 1 ? 'needs' : 'need'} JavaScript to show ${found.needsJavaScript === 1 ? 'its' : 'their'} text.`
      : null,
    found.skippedByRobots > 0 ? `${pages(found.skippedByRobots)} left out as the site's robots.txt asks.` : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** Pages that this reading no longer found are deleted, unless so much failed that the site was rather not itself. */
export const mayDeleteMissing = (found: PagesFound): boolean => found.read > 0 && found.failed <= found.read;
