import type { SeenPage, Visit } from '@antiphon/contract/visitors';

/** Without user, query and fragment, in which keys and names of people stand; what campaigns add stays. Empty for what is no web address. */
export function bareAddress(given: string): string {
  const url = URL.parse(given);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return '';
  const campaign = new URLSearchParams([...url.searchParams].filter(([name]) => name.startsWith('utm_')));
  const query = campaign.size > 0 ? `?${campaign}` : '';
  return `${url.origin}${url.pathname}${query}`;
}

/** Null where there is none that could be kept. */
export function bareSeenPage(page: SeenPage | undefined): SeenPage | null {
  const url = page ? bareAddress(page.url) : '';
  return page && url !== '' ? { url, title: page.title.trim() } : null;
}

type GivenVisit = {
  page?: SeenPage | undefined;
  referrer?: string | undefined;
  device?: Visit['device'] | undefined;
  timeZone?: string | undefined;
};

/** What a chat says of itself at the start; null where it says nothing. */
export function toVisit({ page, referrer, device, timeZone }: GivenVisit, now: Date): Visit | null {
  if (!page && !referrer && !device && !timeZone) return null;
  const seen = bareSeenPage(page);
  return {
    pages: seen ? [{ ...seen, at: now.toISOString() }] : [],
    referrer: bareAddress(referrer ?? ''),
    device: device ?? null,
    timeZone: /^[A-Za-z][\w+/-]*$/.test(timeZone ?? '') ? (timeZone ?? '') : '',
  };
}
