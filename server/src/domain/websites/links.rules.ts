/** Endings of what holds no text for a reader; everything else is asked for and judged by what comes. */
const BINARY =
  /\.(?:7z|aac|apk|avi|avif|bin|bmp|bz2|css|deb|dmg|doc|eot|eps|epub|exe|flac|flv|gif|gz|heic|ico|ics|iso|jar|jpe?g|js|json|m4a|m4v|mjs|mkv|mov|mp3|mp4|mpe?g|msi|odp|ods|odt|ogg|otf|png|ppt|pptx|ps|rar|rpm|rss|rtf|svg|swf|tar|tgz|tiff?|ttf|vcf|wasm|wav|webm|webp|wmv|woff2?|xls|xlsx|xml|zip)$/i;
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|igshid|yclid)$/i;
/** What is longer is not looked at: taking it apart would be the cost. */
const HREF_CHARS_MAX = 2_000;
/** Longer ones are traps of generated links more often than pages. */
const ADDRESS_CHARS_MAX = 1_000;

/** The one address of a page that may be written in several ways; null when it is no page to read. */
export function pageAddress(href: string, base?: string): string | null {
  if (href.length > HREF_CHARS_MAX || (base && base.length > HREF_CHARS_MAX)) return null;
  const url = URL.parse(href.trim(), base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username || url.password || BINARY.test(url.pathname)) return null;
  url.hash = '';
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  // Once for all of them: each deletion would write the address anew.
  if (kept.length < url.searchParams.size) url.search = new URLSearchParams(kept).toString();
  return url.href.length > ADDRESS_CHARS_MAX ? null : url.href;
}

/** The same site is the same host and port; http and https are one. */
export const siteOf = (url: string): string => {
  const { hostname, port } = new URL(url);
  return port === '' ? hostname : `${hostname}:${port}`;
};
