import type { SeenPage, Visit } from '@antiphon/contract/visitors';
import type { HostPage } from '../../protocol.ts';
import type { Host } from '../host.ts';

// Loaded by itself, with the first message, so that it shares no code with the chat.

export type SaidVisit = { page: SeenPage; referrer: string; timeZone: string; device: NonNullable<Visit['device']> };

const ADDRESS_CHARS_MAX = 2_000;
const TITLE_CHARS_MAX = 300;
const PHONE_PX_MAX = 600;
/** A loader of before does not answer. */
const WAIT_MS = 500;

/** Without user, query and fragment, which are nobody's business; what campaigns add stays. The server does the same. */
function bare(given: string): string {
  const url = URL.parse(given);
  if (!url?.protocol.startsWith('http')) return '';
  const campaign = new URLSearchParams([...url.searchParams].filter(([name]) => name.startsWith('utm_')));
  const address = url.origin + url.pathname;
  const whole = campaign.size > 0 ? `${address}?${campaign}` : address;
  return whole.length <= ADDRESS_CHARS_MAX ? whole : address.slice(0, ADDRESS_CHARS_MAX);
}

function deviceOf(): SaidVisit['device'] {
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop';
  return Math.min(screen.width, screen.height) < PHONE_PX_MAX ? 'phone' : 'tablet';
}

const describeVisit = ({ url, title, referrer }: HostPage): SaidVisit => ({
  page: { url: bare(url), title: title.slice(0, TITLE_CHARS_MAX) },
  referrer: bare(referrer),
  device: deviceOf(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Asks the page that the chat stands on; alone in its tab, or in the dashboard, it stands on none. */
export async function askVisit(host: Host): Promise<SaidVisit | undefined> {
  if (parent === window || /[?&](session|preview)/.test(location.search)) return;
  const page = await new Promise<HostPage | undefined>((resolve) => {
    host.onPage = resolve;
    host.say({ type: 'page' });
    setTimeout(resolve, WAIT_MS);
  });
  return page && describeVisit(page);
}
