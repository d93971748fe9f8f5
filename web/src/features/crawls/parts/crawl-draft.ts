import type { Crawl, CrawlKind, CrawlPlan } from '@antiphon/contract/crawls';
import type { RefreshRate } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import type { UseFormReturnType } from '@mantine/form';
import { say } from '../../../texts/texts.ts';
import { completeAddress } from '../../knowledge/sources.ts';
import { linesOf } from './say-crawl.ts';

/** A plan as it stands in the form: lists are lines. */
export interface CrawlDraft {
  agentId: string;
  kind: CrawlKind;
  starts: string;
  include: string;
  exclude: string;
  pagesMax: number | string;
  refreshRate: RefreshRate;
  /** Empty: any. */
  hour: string;
  timeZone: string;
}

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const draftOf = (crawl: Crawl | null, agentId: string): CrawlDraft =>
  crawl
    ? {
        ...{ agentId: crawl.agentId, kind: crawl.kind, refreshRate: crawl.refreshRate },
        ...{ starts: crawl.starts.join('\n'), include: crawl.include.join('\n'), exclude: crawl.exclude.join('\n') },
        pagesMax: crawl.kind === 'url' ? limits.crawlPagesDefault : crawl.pagesMax,
        hour: crawl.hour === null ? '' : String(crawl.hour),
        timeZone: crawl.hour === null ? ownZone() : crawl.timeZone,
      }
    : {
        ...{ agentId, kind: 'crawl', starts: '', include: '', exclude: '', refreshRate: '24h', hour: '' },
        ...{ pagesMax: limits.crawlPagesDefault, timeZone: ownZone() },
      };

export const hasHour = ({ refreshRate }: Pick<CrawlDraft, 'refreshRate'>) =>
  refreshRate === '24h' || refreshRate === '7d';

/** What is sent; lines that are no addresses go as they are, for the server to say so. */
export function planOf(draft: CrawlDraft): CrawlPlan {
  const { kind, refreshRate, hour, timeZone } = draft;
  const starts = linesOf(draft.starts).map((line) => completeAddress(line) ?? line);
  const isPage = kind === 'url';
  return {
    ...{ kind, refreshRate, timeZone, starts: kind === 'crawl' ? starts : starts.slice(0, 1) },
    include: isPage ? [] : linesOf(draft.include),
    exclude: isPage ? [] : linesOf(draft.exclude),
    pagesMax: isPage ? limits.crawlPagesDefault : Number(draft.pagesMax),
    hour: hasHour(draft) && hour !== '' ? Number(hour) : null,
  };
}

/** Why an address, pattern or number cannot be sent; null where it can. */
export const validate = {
  agentId: (value: string) => (value === '' ? say('crawls', 'form.agentMissing') : null),
  starts(value: string) {
    const lines = linesOf(value);
    if (lines.length === 0) return say('crawls', 'form.missing');
    if (lines.length > limits.crawlStartsMax) return say('crawls', 'form.tooMany', { count: limits.crawlStartsMax });
    const wrong = lines.find((line) => completeAddress(line) === null);
    return wrong === undefined ? null : say('crawls', 'form.invalid', { text: wrong });
  },
  include: findFault,
  exclude: findFault,
  pagesMax(value: number | string) {
    const count = Number(value);
    const isCount = Number.isInteger(count) && count >= 1 && count <= limits.crawlPagesMax;
    return isCount ? null : say('crawls', 'form.pagesInvalid', { max: limits.crawlPagesMax });
  },
};

function findFault(value: string): string | null {
  const lines = linesOf(value);
  if (lines.length > limits.crawlGlobsMax) return say('crawls', 'form.tooMany', { count: limits.crawlGlobsMax });
  const wrong = lines.find(
    (line) =>
      /[\s#]/.test(line) ||
      line.length > limits.crawlGlobCharsMax ||
      line.split(/\*+/).length - 1 > limits.crawlGlobStarsMax,
  );
  return wrong === undefined ? null : say('crawls', 'form.glob', { text: wrong });
}

export type CrawlFormState = UseFormReturnType<CrawlDraft, CrawlDraft, typeof validate>;
