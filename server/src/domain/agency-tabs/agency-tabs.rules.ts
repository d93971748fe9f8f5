import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GivenTab } from '@antiphon/contract/agency-tabs';
import type { Issue } from '@antiphon/contract/errors';
import type { TabId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { SETTING_FAULTS } from '@antiphon/contract/setting-faults';
import { findHrefFault, HREF_FAULTS } from '@antiphon/contract/tab-hrefs';

/** Names that are the installation's or the agency's: `own` are those of the agency itself. */
export type OurHosts = { rootDomain: string; publicUrl: string | null; contentHost: string; own: readonly string[] };

const hostOf = (address: string) => new URL(address).hostname;

/** A page of ours in a frame that may act in its own name would act in ours. */
export function isOurs(address: string, { rootDomain, publicUrl, contentHost, own }: OurHosts): boolean {
  const host = hostOf(address);
  const ours = [rootDomain, contentHost.replace(/:\d+$/, ''), ...(publicUrl ? [hostOf(publicUrl)] : []), ...own];
  return ours.includes(host) || host.endsWith(`.${rootDomain}`);
}

/** Everything that is wrong with tabs as they are given, all of an agency's. */
export function findTabFaults(tabs: readonly GivenTab[], hosts: OurHosts): Issue[] {
  return tabs.flatMap((tab, index) => {
    const others = tabs.filter((_other, at) => at !== index);
    const issue = (field: string, message: string) => ({ path: `customTabs.${index}.${field}`, message });
    // Of two at one place it is the later one that must go elsewhere.
    const fault = findHrefFault(
      tab.href,
      tabs.slice(0, index).map(({ href }) => href),
    );
    const found = fault ? [issue('href', HREF_FAULTS[fault])] : [];
    if (others.some(({ ID }) => ID === tab.ID)) found.push(issue('ID', 'This id stands here twice.'));
    if (tab.pageType === 'iframe' && tab.iframeUrl === '') found.push(issue('iframeUrl', SETTING_FAULTS.https));
    if (tab.iframeUrl !== '' && isOurs(tab.iframeUrl, hosts)) found.push(issue('iframeUrl', SETTING_FAULTS.ours));
    if (tab.origins.some((origin) => isOurs(origin, hosts))) found.push(issue('origins', SETTING_FAULTS.ours));
    return found;
  });
}

/** Of the HTML and the script together, in bytes. */
export const isTooLong = (html: string, js: string) =>
  Buffer.byteLength(html) + Buffer.byteLength(js) > limits.tabContentBytesMax;

/** The whole page. The script is text of the agency's: nothing of it ends its element. */
export const documentOf = ({ htmlContent, jsContent }: { htmlContent: string; jsContent: string }): string =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${htmlContent}` +
  (jsContent === '' ? '' : `\n<script>${jsContent.replace(/<\/(script)/gi, '<\\/$1')}</script>`);

/** `ancestor` is the one origin in whose page it may stand; `origins` those that it names. */
export function policyOf(ancestor: string, origins: readonly string[]): string {
  const also = origins.map((origin) => ` ${origin}`).join('');
  const open = also === '' ? '' : `; connect-src${also}; font-src data:${also}; media-src${also}; frame-src${also}`;
  return (
    `sandbox allow-scripts allow-forms allow-popups; default-src 'none'; script-src 'unsafe-inline'${also}; ` +
    `style-src 'unsafe-inline'${also}; img-src data: blob:${also}${open}; form-action 'none'; base-uri 'none'; frame-ancestors ${ancestor}`
  );
}

/** The address of a page: for one origin's frame, for minutes. */
export type TabTicket = { id: TabId; ancestor: string; until: number };

export const signTicket = (secretKey: string, { id, ancestor, until }: TabTicket): string =>
  createHmac('sha256', `agency-tab:${secretKey}`).update(`${id} ${until} ${ancestor}`).digest('base64url');

export function isGood(secretKey: string, ticket: TabTicket, signature: string, now: number): boolean {
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signTicket(secretKey, ticket))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) && ticket.until > now;
}

/** A host by the platform's scheme and port; without an address of its own, by those of whoever asks. */
export function originOn(host: string, publicUrl: string | null, askedAt: string): string {
  const { protocol, port } = new URL(publicUrl ?? askedAt);
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}
