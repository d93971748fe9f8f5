import type { Globs } from './globs.rules.ts';

/** The name that sites know our reader by, in `User-Agent` and in robots.txt. */
export const ROBOT_NAME = 'SiteReader';

export type FetchedPage = {
  /** The address after redirects. */
  url: string;
  /** Lower case, without parameters; empty when the site named none. */
  contentType: string;
  charset: string;
  bytes: Uint8Array;
  /** By which the site knows next time whether it changed; empty where it says nothing of the kind. */
  validators?: Validators;
  /** It is as it was when the `validators` came that were sent; then there are no bytes. */
  isUnchanged?: true;
};

/** `ETag` and `Last-Modified`, as they came. */
export type Validators = { etag: string; modified: string };

/**
 * The one door to addresses that customers give. Only public http and https addresses pass; every redirect and every
 * resolved address is checked. Throws `VendorFailure`: `forbidden` for an address that is not allowed, `not_found` for
 * 404 and 410, `unauthorized` for 401 and 403, `rate_limited` for 429, `invalid` for too large or another answer,
 * `unreachable` for everything that may pass by itself. Its messages may be shown to the owner.
 */
export type FetchPage = {
  /** The address in its normal form, or `VendorFailure` `forbidden` when it is plainly not allowed. Asks no resolver. */
  checkAddress(url: string): string;
  get(url: string, options?: FetchOptions): Promise<FetchedPage>;
  /** As `get`, for large answers: the body is read as it comes, and fails in the middle when a limit is passed. */
  open(url: string, options?: FetchOptions): Promise<Omit<FetchedPage, 'bytes'> & { body: AsyncIterable<Uint8Array> }>;
};

/**
 * `bytesMax` counts what comes after decompression. `isOwn`: the operator chose the site, so that a name that does not resolve and a
 * certificate that does not hold are `unreachable`, too. `validators` go to the address itself, never to where it redirects.
 * `mayFollow` is asked before a redirect is.
 */
export type FetchOptions = {
  bytesMax?: number;
  timeoutMs?: number;
  signal?: AbortSignal;
  isOwn?: boolean;
  validators?: Validators;
  mayFollow?: (url: string) => boolean;
};

/** The sitemap protocol allows 50 MB for one file, uncompressed. */
export const SITEMAP_BYTES_MAX = 50 * 1024 * 1024;

/** `pages` are normal addresses within the patterns, each once; `listed` counts all entries. `sitemaps` are those of an index. */
export type SitemapPart = { pages: string[]; sitemaps: string[]; listed: number };

/**
 * What a site says to robots, read apart from the rest of the process within limits of time and memory. Both throw
 * `VendorFailure` `invalid` with words for the owner where the file is at fault or passes a limit.
 */
export type SiteFiles = {
  /** May `url` be read under `robotName`, and how many milliseconds does the site want between two requests? */
  askRobots(input: {
    bytes: Uint8Array;
    robotsUrl: string;
    url: string;
    robotName: string;
  }): Promise<{ isAllowed: boolean; delayMs: number }>;
  /** A failure of `body` comes through as it is. `url` is where the sitemap came from. */
  readSitemap(
    body: AsyncIterable<Uint8Array>,
    options: { url: string; pagesMax: number; globs: Globs },
  ): Promise<SitemapPart>;
};

/**
 * One POST to an address that a customer gave. https only, except to the operator's trusted pairs; as `FetchPage`, every
 * resolved address is checked. Follows no redirect: it is an answer like any other. Any answer is a result, whatever its
 * status; `VendorFailure` says that none came (`forbidden`: the address is not allowed), in words for the owner.
 */
export type PostOut = {
  /** The address in its normal form, or `VendorFailure` `forbidden`. Asks no resolver. */
  checkAddress(url: string): string;
  post(
    url: string,
    request: { headers: Record<string, string>; body: string | Uint8Array; signal?: AbortSignal },
  ): Promise<PostAnswer>;
};

/** `text`: the first 2 kB of the body. */
export type PostAnswer = { status: number; text: string };
