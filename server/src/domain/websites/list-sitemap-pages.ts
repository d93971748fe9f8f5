import { VendorFailure } from '../vendors/vendors.ports.ts';
import { pageAddress } from './links.rules.ts';
import { parseSitemap, SITEMAP_BYTES_MAX } from './parse-sitemap.ts';
import type { FetchPage } from './websites.ports.ts';

const SITEMAPS_MAX = 100;
const TIMEOUT_MS = 60_000;

/**
 * The first `pagesMax` different pages that a sitemap, or an index of sitemaps, lists, in its order. `listed` counts all of
 * them. Throws when the sitemap itself cannot be read; one of an index that cannot is passed over.
 */
export async function listSitemapPages(
  fetchPage: FetchPage,
  url: string,
  options: { pagesMax: number; signal: AbortSignal },
): Promise<{ addresses: string[]; listed: number }> {
  const addresses = new Set<string>();
  const sitemaps = [url];
  let listed = 0;
  for (let at = 0; at < sitemaps.length && at < SITEMAPS_MAX; at += 1) {
    const address = sitemaps[at]!;
    try {
      const { body } = await fetchPage.open(address, {
        bytesMax: SITEMAP_BYTES_MAX,
        timeoutMs: TIMEOUT_MS,
        signal: options.signal,
      });
      await parseSitemap(body, (kind, text) => {
        if (kind === 'page') {
          listed += 1;
          const page = addresses.size < options.pagesMax ? pageAddress(text, address) : null;
          if (page) addresses.add(page);
        } else if (sitemaps.length < SITEMAPS_MAX) {
          const next = URL.parse(text, address)?.href;
          if (next && !sitemaps.includes(next)) sitemaps.push(next);
        }
      });
    } catch (error) {
      if (at === 0 || !(error instanceof VendorFailure) || options.signal.aborted) throw error;
    }
  }
  return { addresses: [...addresses], listed };
}
