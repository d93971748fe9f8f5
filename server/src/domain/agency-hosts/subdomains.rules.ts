/** Names that people would take for the platform's own, or that belong to services beside it. */
const RESERVED = new Set(
  `www api app apps admin administrator mail email smtp imap pop ftp ns ns1 ns2 mx cdn static assets files content usercontent
  uploads media img images help support status docs blog login signin signup auth oauth sso account accounts billing pay
  payments dashboard console portal dev test staging demo beta internal widget embed webhooks hooks security abuse
  postmaster root system localhost autodiscover autoconfig wpad`.split(/\s+/),
);

const LABEL = /^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$/;

/** Lower case, without spaces, the root domain appended where it is missing. */
export function toHost(typed: string, rootDomain: string): string {
  const name = typed.replace(/\s+/g, '').toLowerCase();
  return name.endsWith(`.${rootDomain}`) ? name : `${name}.${rootDomain}`;
}

export type SubdomainFault = 'malformed' | 'reserved';

/** What is wrong with a normalised host; null where it can be claimed. `platformName` cannot be claimed by anybody. */
export function findSubdomainFault(host: string, rootDomain: string, platformName: string): SubdomainFault | null {
  const label = host.slice(0, -rootDomain.length - 1);
  // Two hyphens in third place begin an encoded name, which may look like another one.
  if (!LABEL.test(label) || label.slice(2, 4) === '--') return 'malformed';
  const platform = platformName.toLowerCase().replace(/[^a-z0-9]/g, '');
  const plain = label.replaceAll('-', '');
  return RESERVED.has(label) || (platform !== '' && plain.includes(platform)) ? 'reserved' : null;
}
