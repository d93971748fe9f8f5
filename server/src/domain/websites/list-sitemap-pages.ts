import { VendorFailure } from '../vendors/vendors.ports.ts';
import { ALL, type Globs } from './globs.rules.ts';
import { type FetchPage, SITEMAP_BYTES_MAX, type SiteFiles } from './websites.ports.ts';

const SITEMAPS_MAX = 100;
const TIMEOUT_MS = 60_000;

/**
 * The first `pagesMax` different pages that a sitemap, or an index of sitemaps, lists within `globs`, in its order. `listed` counts all
 * of them, also those that are left out. Throws when the sitemap itself cannot be read; one of an index that cannot is passed over.
 */
export async function listSitemapPages(
  deps: { fetchPage: FetchPage; siteFiles: SiteFiles },
  url: string,
  options: { pagesMax: number; signal: AbortSignal; globs?: Globs },
): Promise<{ addresses: string[]; listed: number }> {
  const addresses = new Set<string>();
  const sitemaps = [url];
  let listed = 0;
  for (let at = 0; at < sitemaps.length && at < SITEMAPS_MAX; at += 1) {
    const address = sitemaps[at]!;
    try {
      const { body } = await deps.fetchPage.open(address, {
        bytesMax: SITEMAP_BYTES_MAX,
        timeoutMs: TIMEOUT_MS,
        signal: options.signal,
      });
      const part = await deps.siteFiles.readSitemap(body, {
        url: address,
        pagesMax: options.pagesMax,
        globs: options.globs ?? ALL,
      });
      listed += part.listed;
      for (const page of part.pages) if (addresses.size < options.pagesMax) addresses.add(page);
      for (const next of part.sitemaps)
        if (sitemaps.length < SITEMAPS_MAX && !sitemaps.includes(next)) sitemaps.push(next);
    } catch (error) {
      if (at === 0 || !(error instanceof VendorFailure) || options.signal.aborted) throw error;
    }
  }
  return { addresses: [...addresses], listed };
}
