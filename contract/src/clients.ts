import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentId, ClientId, OrgId, WorkspaceUid } from './ids.ts';
import { DashboardLanguage } from './languages.ts';
import { limits } from './limits.ts';
import { NotificationSettings } from './notifications.ts';
import { ClientPages } from './orgs.ts';
import { PageQuery, page } from './paging.ts';
import { HREF_CHARS_MAX } from './tab-hrefs.ts';
import { PhotoUrl } from './uploads.ts';

/** A person of an org, who signs in on the agency's host. `dashboardPassword` is written and never part of an answer. */
export const Client = z.object({
  ID: ClientId,
  orgId: OrgId,
  agencyId: z.string().describe('Empty until the workspace is an agency'),
  name: z.string(),
  email: z.string(),
  squarePhotoURL: z.string(),
  canAccess: ClientPages,
  clientTabOrder: ClientPages,
  status: z.enum(['online', 'offline']),
  isOrgAdmin: z.boolean(),
  allowCreateAgents: z.boolean(),
  widgetIDs: z.array(AgentId).describe('Agents of the org that this person works with'),
  notificationsSettings: NotificationSettings,
  preferredLanguage: DashboardLanguage,
  internal: z.object({ hasChangedPassword: z.boolean() }),
  ts: z.number().int().describe('When it was made, unix seconds'),
});
export type Client = z.infer<typeof Client>;

const MISSING = 'Please fill out all fields';

const clientFields = z.object({
  name: z.string(MISSING).trim().min(1, MISSING).max(limits.clientNameCharsMax),
  email: z.string(MISSING).trim().min(1, MISSING).max(254),
  dashboardPassword: z
    .string(MISSING)
    .min(1, MISSING)
    .min(limits.passwordCharsMin, `A password has at least ${limits.passwordCharsMin} characters.`)
    .max(limits.passwordCharsMax),
  squarePhotoURL: PhotoUrl,
  canAccess: ClientPages,
  clientTabOrder: ClientPages,
  isOrgAdmin: z.boolean(),
  allowCreateAgents: z.boolean(),
  notificationsSettings: NotificationSettings,
  preferredLanguage: DashboardLanguage,
});
const { name, email, dashboardPassword } = clientFields.shape;
const needed = { name, email, dashboardPassword };
export const ClientChange = clientFields.partial();
export type ClientChange = z.infer<typeof ClientChange>;
/** What is left out comes from the org's defaults. */
export const NewClient = clientFields.partial().extend({
  ...needed,
  widgetIDs: z
    .array(AgentId)
    .max(limits.clientAgentsMax)
    .optional()
    .describe('Agents of the org that they work with from the first sign-in on; without one the dashboard is closed'),
});
export type NewClient = z.infer<typeof NewClient>;

const workspace = z.object({ uid: WorkspaceUid });
const client = workspace.extend({ clientId: ClientId });
const done = z.object({ success: z.literal(true) });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Clients'], successStatus });

export const clientsContract = {
  list: route('GET', '/v2/workspaces/{uid}/clients', 'List clients by name')
    .input(
      workspace
        .extend({
          orgId: OrgId.optional(),
          search: z.string().max(100).optional().describe('In names and emails'),
        })
        .extend(PageQuery.shape),
    )
    .output(page(Client).extend({ total: z.number().int() })),
  create: route('POST', '/v2/workspaces/{uid}/orgs/{orgId}/clients', 'Add a client to an org', 201)
    .input(workspace.extend({ orgId: OrgId }).extend(NewClient.shape))
    .output(Client),
  get: route('GET', '/v2/workspaces/{uid}/clients/{clientId}', 'Get a client').input(client).output(Client),
  update: route('POST', '/v2/workspaces/{uid}/clients/{clientId}', 'Change a client')
    .input(client.extend(ClientChange.shape))
    .output(Client),
  delete: route('DELETE', '/v2/workspaces/{uid}/clients/{clientId}', 'Delete a client, who is locked out at once')
    .input(client)
    .output(done),
  assignAgent: route('POST', '/v2/workspaces/{uid}/clients/{clientId}/agents/{agentId}', 'Give an agent to a client')
    .input(client.extend({ agentId: AgentId }))
    .output(done),
  removeAgent: route(
    'DELETE',
    '/v2/workspaces/{uid}/clients/{clientId}/agents/{agentId}',
    'Take an agent from a client; the org keeps it',
  )
    .input(client.extend({ agentId: AgentId }))
    .output(done),
  invite: route('POST', '/v2/workspaces/{uid}/clients/{clientId}/invite', 'Mail a client where to sign in')
    .input(client)
    .output(done),
  openPreview: route(
    'POST',
    '/v2/workspaces/{uid}/agency/preview',
    'Make an address that shows the clients’ dashboard of all agents once, within a minute',
  )
    .input(
      workspace.extend({ href: z.string().max(HREF_CHARS_MAX).optional().describe('Of a custom tab, to begin at') }),
    )
    .output(
      z.object({
        url: z
          .string()
          .nullable()
          .describe(
            'Holds a code, shown this one time; null without a domain or an agent: then this host has a preview',
          ),
      }),
    ),
  openAs: route(
    'POST',
    '/v2/workspaces/{uid}/clients/{clientId}/open',
    "Make a code that opens the client's dashboard once, within a minute",
  )
    .input(client)
    .output(
      z.object({
        code: z.string().describe('Shown this one time'),
        url: z.string().describe("The page of the agency's host that takes the code; it goes in the fragment"),
        expiresAt: z.iso.datetime(),
      }),
    ),
};
