import { oc } from '@orpc/contract';
import * as z from 'zod';
import { CLIENT_PAGES, isClientPage, type ClientPath as Path } from './client-pages.ts';
import { AgentId, OrgId, WorkspaceUid } from './ids.ts';
import { DashboardLanguage } from './languages.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';
import { HREF, HREF_CHARS_MAX } from './tab-hrefs.ts';
import { PhotoUrl } from './uploads.ts';
import { UsedPercent } from './used-percent.ts';

const isUnique = (pages: readonly string[]) => new Set(pages).size === pages.length;
/** One of the dashboard's pages, or the `href` of a custom tab of the agency. */
const ClientPath = z
  .string()
  .max(HREF_CHARS_MAX)
  .refine((path): path is Path => isClientPage(path) || HREF.test(path), 'There is no such page.')
  .describe(`One of ${CLIENT_PAGES.join(', ')}, or where a custom tab stands`);
/** Pages, each at most once. */
export const ClientPages = z
  .array(ClientPath)
  .max(CLIENT_PAGES.length + limits.agencyTabsMax)
  .refine(isUnique, 'A page stands here twice.');

export const DashboardLayout = z.enum(['vertical', 'horizontal']);
export type DashboardLayout = z.infer<typeof DashboardLayout>;

/** `continousSessionUI` is spelt as integrations know it. */
export const OrgSettings = z.object({
  smartHandoff: z.boolean(),
  disableHandoffMessages: z.boolean(),
  enableCannedResponses: z.boolean(),
  continousSessionUI: z.boolean(),
  disableClientAccess: z.boolean(),
  disableClientAccessMessage: z.string().max(limits.accessMessageCharsMax),
});
export type OrgSettings = z.infer<typeof OrgSettings>;

/** An empty tag is ignored, and so is one that stands there already. */
const PredefinedTags = z
  .array(z.string().trim().max(limits.tagCharsMax))
  .max(limits.predefinedTagsMax)
  .transform((tags) => [...new Set(tags.filter((tag) => tag !== ''))]);

export const AgentFace = z.object({ ID: AgentId, title: z.string(), roundedImageURL: z.string() });
export type AgentFace = z.infer<typeof AgentFace>;

/** A customer company of the agency, with its people (clients) and the agents that it may see. */
export const Org = z.object({
  ID: OrgId,
  name: z.string(),
  squarePhotoURL: z.string(),
  widgetIDs: z.array(AgentId).describe('The agents that the org sees, in the order in which they were assigned'),
  agents: z.array(AgentFace).describe('The same agents, with what names them'),
  clients: z.number().int().describe('How many people it has'),
  defaultClientAccess: ClientPages,
  defaultClientTabOrder: ClientPages,
  predefinedTags: z.array(z.string()),
  disallowAnyTags: z.boolean().describe('No other tags than the predefined ones'),
  disableHandoff: z.boolean(),
  allowBilling: z.boolean().describe('Its own credits pay for the agents that it sees'),
  loadTokens: z.number().describe('Credits that it has'),
  usedPercent: UsedPercent,
  preferredLanguage: DashboardLanguage,
  dashboardLayout: DashboardLayout,
  settings: OrgSettings,
  lastModified: z.number().int().describe('Unix seconds'),
});
export type Org = z.infer<typeof Org>;

/** An empty name falls back to `New Organization` when an org is made; to be saved it must be one. */
const orgFields = z.object({
  name: z.string().trim().min(1, 'Organization name is required.').max(limits.orgNameCharsMax),
  squarePhotoURL: PhotoUrl,
  defaultClientAccess: ClientPages,
  defaultClientTabOrder: ClientPages,
  predefinedTags: PredefinedTags,
  disallowAnyTags: z.boolean(),
  disableHandoff: z.boolean(),
  allowBilling: z.boolean().describe('To change it needs `billing.write` too; to switch it on, a connected account'),
  preferredLanguage: DashboardLanguage,
  dashboardLayout: DashboardLayout,
  settings: OrgSettings.partial(),
});
export const OrgChange = orgFields.partial();
export type OrgChange = z.infer<typeof OrgChange>;
/** What is left out is as in `NEW_ORG`. */
export const NewOrg = OrgChange.extend({ name: z.string().trim().max(limits.orgNameCharsMax).optional() });
export type NewOrg = z.infer<typeof NewOrg>;

const workspace = z.object({ uid: WorkspaceUid });
const org = workspace.extend({ orgId: OrgId });
const done = z.object({ success: z.literal(true) });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Orgs'], successStatus });

export const orgsContract = {
  list: route('GET', '/v2/workspaces/{uid}/orgs', 'List orgs by name')
    .input(
      workspace
        .extend({
          search: z.string().max(100).optional().describe('In names of orgs, and names and emails of clients'),
        })
        .extend(PageQuery.shape),
    )
    .output(page(Org).extend({ total: z.number().int() })),
  create: route('POST', '/v2/workspaces/{uid}/orgs', 'Create an org', 201)
    .input(workspace.extend(NewOrg.shape))
    .output(Org),
  get: route('GET', '/v2/workspaces/{uid}/orgs/{orgId}', 'Get an org').input(org).output(Org),
  update: route('POST', '/v2/workspaces/{uid}/orgs/{orgId}', 'Change an org')
    .input(org.extend(OrgChange.shape))
    .output(Org),
  delete: route('DELETE', '/v2/workspaces/{uid}/orgs/{orgId}', 'Delete an org with its clients')
    .input(org)
    .output(done),
  assignAgent: route('POST', '/v2/workspaces/{uid}/orgs/{orgId}/agents/{agentId}', 'Let an org see an agent')
    .input(org.extend({ agentId: AgentId }))
    .output(done),
  removeAgent: route(
    'DELETE',
    '/v2/workspaces/{uid}/orgs/{orgId}/agents/{agentId}',
    'Take an agent from an org, and so from its clients',
  )
    .input(org.extend({ agentId: AgentId }))
    .output(done),
};
