import { oc } from '@orpc/contract';
import * as z from 'zod';
import { TabId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { isLink, link } from './links.ts';
import { SETTING_FAULTS } from './setting-faults.ts';
import { HREF_CHARS_MAX, toHref } from './tab-hrefs.ts';
import { PhotoUrl } from './uploads.ts';

export const TabPageType = z.enum(['html', 'iframe']);

const origin = z
  .string()
  .trim()
  .max(300, SETTING_FAULTS.https)
  .transform((value) => (isLink(value) ? new URL(value).origin : value))
  .refine((value) => isLink(value), SETTING_FAULTS.https);

/** A page of the agency's own in its clients' dashboard. */
const face = {
  ID: z
    .string()
    .regex(/^tab_[0-9A-Za-z]{15}$/)
    .pipe(TabId)
    .describe('Made by whoever adds the tab'),
  label: z.string().trim().min(1, SETTING_FAULTS.name).max(limits.tabLabelCharsMax),
  href: z
    .string()
    .max(HREF_CHARS_MAX + 20)
    .transform(toHref)
    .describe('Its path in the dashboard, such as `/offers`'),
  iconUrl: PhotoUrl.default(''),
  pageType: TabPageType.default('html'),
  alwaysVisible: z.boolean().default(false).describe('False: for clients whose access lists the `href`'),
};

export const TabFace = z.object(face);
export type TabFace = z.infer<typeof TabFace>;

/** What stands in the dashboard's navigation, and where the page of an `iframe` comes from. */
export const ClientTab = TabFace.pick({ ID: true, label: true, href: true, iconUrl: true, pageType: true }).extend({
  iframeUrl: z.string(),
});
export type ClientTab = z.infer<typeof ClientTab>;

const rest = {
  iframeUrl: link.default(''),
  origins: z
    .array(origin)
    .max(limits.tabOriginsMax, SETTING_FAULTS.origins)
    .default([])
    .describe('Where an `html` tab may load from and send to; without them nowhere'),
};

export const AgencyTab = TabFace.extend({ ...rest, htmlContent: z.string(), jsContent: z.string() });
export type AgencyTab = z.infer<typeof AgencyTab>;

const content = z
  .string()
  .max(limits.tabContentBytesMax, SETTING_FAULTS.tabSize)
  .optional()
  .describe('Left out, it stays as it is');
export const GivenTab = TabFace.extend({ ...rest, htmlContent: content, jsContent: content });
export type GivenTab = z.infer<typeof GivenTab>;

export const GivenTabs = z.array(GivenTab).max(limits.agencyTabsMax).describe('All of them, in their order');

const workspace = z.object({ uid: WorkspaceUid });
const page = z.object({
  url: z.string().describe('Of the host of contents; good for five minutes, in this one host’s frame'),
});
const route = (path: `/${string}`, summary: string) =>
  oc.route({ method: 'GET', path, summary, tags: ['Agency'], successStatus: 200 });

export const agencyTabsContract = {
  list: route('/v2/workspaces/{uid}/agency/tabs', 'The custom tabs of an agency, without their contents')
    .input(workspace)
    .output(z.object({ items: z.array(TabFace) })),
  getPage: route('/v2/workspaces/{uid}/agency/tabs/{tabId}/page', 'Where a member looks at the page of an html tab')
    .input(workspace.extend({ tabId: TabId }))
    .output(page),
  getOwnPage: route('/client/tabs/{tabId}/page', 'Where a client’s dashboard gets the page of an html tab')
    .input(z.object({ tabId: TabId }))
    .output(page),
};
