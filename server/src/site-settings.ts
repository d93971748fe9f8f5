import { isRegion } from '@antiphon/contract/regions';
import * as z from 'zod';
import type { SiteFacts } from './http/public-pages.ts';

const text = z.string().trim();
const ADDRESS = /^https?:\/\/[^\s"<>]+$/;
const address = text.refine((value) => value === '' || ADDRESS.test(value), 'Use a whole address, https://…');
const linksOf = (value: string) =>
  value
    .split(',')
    .map((link) => link.trim())
    .filter((link) => link !== '');

/** What the public pages show of whoever runs the installation; `.env.example` explains each. */
export const siteFields = {
  OPERATOR_NAME: text.default(''),
  OPERATOR_ADDRESS: text.default(''),
  OPERATOR_EMAIL: text
    .refine((value) => value === '' || z.email().safeParse(value).success, 'Use an email address.')
    .default(''),
  OPERATOR_COUNTRY: text.default(''),
  OPERATOR_REGISTRATION: text.default(''),
  AFFILIATES_URL: address.default(''),
  DISCORD_URL: address.default(''),
  SOCIAL_LINKS: text
    .refine((value) => linksOf(value).every((link) => ADDRESS.test(link)), 'Use whole addresses, separated by commas.')
    .default(''),
  DEMO_AGENT_ID: text.regex(/^\w{0,64}$/, 'Use the id of an agent.').default(''),
  DEMO_AGENT_REGION: text.refine(isRegion, 'The regions are na and eu.').default('na'),
};

const SiteEnvironment = z.object({ ...siteFields, PLATFORM_NAME: z.string() });

export function readSite(
  values: z.infer<typeof SiteEnvironment>,
  publicUrl: string | null,
): Omit<SiteFacts, 'takesPayments'> {
  return {
    platformName: values.PLATFORM_NAME,
    publicUrl,
    operator: {
      name: values.OPERATOR_NAME,
      // A line break in an environment file is written as \n.
      address: values.OPERATOR_ADDRESS.replaceAll('\\n', '\n'),
      email: values.OPERATOR_EMAIL,
      country: values.OPERATOR_COUNTRY,
      registration: values.OPERATOR_REGISTRATION,
    },
    affiliatesUrl: values.AFFILIATES_URL,
    discordUrl: values.DISCORD_URL,
    socialLinks: linksOf(values.SOCIAL_LINKS).map((url) => ({ url, label: labelOf(new URL(url).hostname) })),
    demoAgent: values.DEMO_AGENT_ID ? { id: values.DEMO_AGENT_ID, region: values.DEMO_AGENT_REGION } : null,
  };
}

const NAMES: Record<string, string> = {
  'x.com': 'X',
  'github.com': 'GitHub',
  'linkedin.com': 'LinkedIn',
  'youtube.com': 'YouTube',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'mastodon.social': 'Mastodon',
  'bsky.app': 'Bluesky',
};

/** How a network is called; of one that is not known, its host. */
const labelOf = (host: string) => NAMES[host.replace(/^www\./, '')] ?? host;
