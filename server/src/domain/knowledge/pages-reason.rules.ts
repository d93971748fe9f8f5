export type PagesFound = {
  isCrawl: boolean;
  /** Entries of the sitemap. */
  listed: number;
  pagesMax: number;
  read: number;
  failed: number;
  skippedByRobots: number;
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
    found.isFull ? 'This agent holds as many documents as it may; the other pages were left out.' : null,
    failed > 0 ? `${number(failed)} ${were} could not be read.` : null,
    found.skippedByRobots > 0 ? `${pages(found.skippedByRobots)} left out as the site's robots.txt asks.` : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** Pages that this reading no longer found are deleted, unless so much failed that the site was rather not itself. */
export const mayDeleteMissing = (found: PagesFound): boolean => found.read > 0 && found.failed <= found.read;
