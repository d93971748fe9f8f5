import { oc } from '@orpc/contract';
import * as z from 'zod';
import { ClientTab } from './agency-tabs.ts';
import type { ClientPage } from './client-pages.ts';
import { OrgSubscription } from './client-plans.ts';
import { Client } from './clients.ts';
import type { AgentId, ClientId, OrgId } from './ids.ts';
import { AgencyId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { AgentFace, ClientPages, Org } from './orgs.ts';
import type { Permission } from './permissions.ts';
import { PhotoUrl } from './uploads.ts';

/**
 * Who acts from a client's dashboard, as the server's policies see them. `openedBy` is who opened the dashboard in the client's
 * place (a member's id, `key`, or `agency-secret`); null for the client in person.
 */
export type ClientActor = {
  /** `ADMIN_CLIENT_ID` for whoever came with the agency's key: there is no such row. */
  clientId: ClientId;
  /** Empty for the agency's key. */
  orgId: OrgId;
  /** Agents that are not in the trash; nobody's else exist for this client. */
  agentIds: readonly AgentId[];
  pages: readonly ClientPage[];
  isOrgAdmin: boolean;
  allowCreateAgents: boolean;
  openedBy: string | null;
  /** What whoever opened it may do now, and so here at most; null for the client in person. */
  openerMay: readonly Permission[] | null;
};

/** The client of whoever comes with the agency's key: of no org, on all agents. Nothing that is a person's own is stored for it. */
export const ADMIN_CLIENT_ID = 'admin' as ClientId;

const OwnClient = Client.pick({
  ID: true,
  orgId: true,
  agencyId: true,
  name: true,
  email: true,
  squarePhotoURL: true,
  status: true,
  isOrgAdmin: true,
  allowCreateAgents: true,
  notificationsSettings: true,
  preferredLanguage: true,
  internal: true,
}).extend({
  orgId: z.string().describe("Empty for whoever came with the agency's key"),
  isAdmin: z.boolean().describe('The dashboard was opened by the agency'),
});

export const ClientOrg = Org.pick({
  ID: true,
  name: true,
  squarePhotoURL: true,
  predefinedTags: true,
  disallowAnyTags: true,
  disableHandoff: true,
  preferredLanguage: true,
  dashboardLayout: true,
  settings: true,
});
export type ClientOrg = z.infer<typeof ClientOrg>;

/** Everything that a client's shell needs before its first page. */
export const ClientMe = z.object({
  client: OwnClient,
  org: ClientOrg.extend({
    subscription: OrgSubscription.nullable().describe('Null where there is none, or the org has no billing'),
  })
    .nullable()
    .describe("Null for the agency's own key"),
  agents: z.array(AgentFace),
  hasOrgAgents: z.boolean().describe('False where nobody of the org has an agent to work with'),
  pages: ClientPages.describe(
    'Those that may be opened, in the order in which they are shown; custom tabs by their `href`',
  ),
  tabs: z.array(ClientTab).describe('The custom tabs among them'),
  abilities: z.object({
    canEditProfile: z.boolean(),
    canEditOrg: z.boolean(),
    canAddUsers: z.boolean(),
    canCreateAgents: z.boolean(),
    canGiveFeedback: z.boolean().describe('Where the agency has a verified sending domain, and an address for support'),
    canChangePassword: z.boolean(),
  }),
  loadTokens: z.number().nullable().describe('Credits of the org; null where it has no billing'),
  workspaceUid: WorkspaceUid,
  isBlocked: z.object({ message: z.string() }).nullable(),
  mustChangePassword: z.boolean().describe('Until then everything but this, the change and the sign-out is refused'),
  openedBy: z.string().nullable().describe('Who looks at this dashboard in its owner’s place'),
  sessionEndsAt: z.iso.datetime(),
});
export type ClientMe = z.infer<typeof ClientMe>;

const NEEDED = 'Please enter your email and password.';
const email = z.string(NEEDED).trim().min(1, NEEDED).max(254);
const password = z.string(NEEDED).min(1, NEEDED).max(limits.passwordCharsMax);
const newPassword = z
  .string()
  .min(limits.passwordCharsMin, `A password has at least ${limits.passwordCharsMin} characters.`)
  .max(limits.passwordCharsMax);
const secret = z.string().trim().min(1).max(200);

const success = z.literal(true);
const done = z.object({ success });
const empty = z.object({});
const SignedIn = z.object({ success, me: ClientMe });
/** What other integrations of clients know; a password is never among it. */
const ClientData = z.object({ ID: Client.shape.ID, orgId: Client.shape.orgId, name: z.string(), email: z.string() });

const ownEmail = z.string().trim().min(1, 'Please enter a valid email').max(254);

export const ClientProfileChange = Client.pick({
  name: true,
  squarePhotoURL: true,
  status: true,
  notificationsSettings: true,
  preferredLanguage: true,
})
  .extend({
    name: z.string().trim().min(1, 'Please enter a name.').max(limits.clientNameCharsMax),
    squarePhotoURL: PhotoUrl,
  })
  .partial();
export type ClientProfileChange = z.infer<typeof ClientProfileChange>;

export const ClientOrgChange = z
  .object({
    name: z.string().trim().min(1, 'Organization name is required.').max(limits.orgNameCharsMax),
    squarePhotoURL: PhotoUrl,
  })
  .partial();

const MISSING = 'Please fill out all fields';
export const NewUser = z.object({
  name: z.string(MISSING).trim().min(1, MISSING).max(limits.clientNameCharsMax),
  email: z.string(MISSING).trim().min(1, MISSING).max(254),
  dashboardPassword: z.string(MISSING).min(1, MISSING).pipe(newPassword),
  squarePhotoURL: PhotoUrl.optional(),
  canAccess: ClientPages.optional().describe("At most what the org's defaults give"),
  clientTabOrder: ClientPages.optional(),
});
export type NewUser = z.infer<typeof NewUser>;

export const OrgUser = Client.pick({
  ID: true,
  name: true,
  email: true,
  squarePhotoURL: true,
  status: true,
  isOrgAdmin: true,
});
export type OrgUser = z.infer<typeof OrgUser>;

export const ClientSession = z.object({
  id: z.string(),
  browser: z.string(),
  system: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type ClientSession = z.infer<typeof ClientSession>;

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Client dashboard'], successStatus });

/** All of it exists on an agency's host alone, and is about that agency. */
export const clientSessionsContract = {
  getOptions: route('GET', '/client/sign-in', 'How clients of this agency sign in').output(
    z.object({ hasPassword: z.boolean() }),
  ),
  signIn: route('POST', '/client/sign-in', 'Sign in with a password')
    .input(z.object({ email, password }))
    .output(SignedIn),
  ssoClient: route(
    'POST',
    '/rpc/ssoClient',
    'Without a code: mail one, with a link. With it: sign in. A password is never part of an answer',
  )
    .input(z.object({ email, agencyId: AgencyId, code: z.string().trim().max(20).optional() }))
    .output(
      z.object({
        success,
        data: z.object({ clientData: ClientData.nullable().describe('Null until the code was given') }),
      }),
    ),
  validateClientLoginToken: route('POST', '/rpc/validateClientLoginToken', 'Sign in with the token of a link, once')
    .input(z.object({ token: secret }))
    .output(z.object({ success, clientData: ClientData })),
  takeOpening: route('POST', '/client/open', 'Open a dashboard with the one-use code of the agency, for 30 minutes')
    .input(z.object({ code: secret }))
    .output(SignedIn),
  signInAsAdmin: route('POST', '/client/admin', "Open the dashboard with the agency's key, for 30 minutes")
    .input(z.object({ secret }))
    .output(SignedIn),
  getMe: route('GET', '/client/me', 'Who is signed in, and what they may see').output(ClientMe),
  signOut: route('POST', '/client/logout', 'Sign out').input(empty).output(done),
  changePassword: route('POST', '/client/password', 'Choose a new password; all other sessions end')
    .input(
      z.object({
        newPassword,
        currentPassword: password
          .optional()
          .describe('Not asked for while the first password must be changed, or within 15 minutes of a code or link'),
      }),
    )
    .output(SignedIn),
  updateProfile: route('POST', '/client/me', 'Change what is one’s own').input(ClientProfileChange).output(ClientMe),
  askForEmail: route('POST', '/client/email', 'Mail a code to the address that one wants to sign in with from now on')
    .input(
      z.object({
        email: ownEmail,
        currentPassword: password.optional().describe('Not asked for within 15 minutes of a code or link'),
      }),
    )
    .output(done),
  confirmEmail: route('POST', '/client/email/confirm', 'With that code: the address counts from now on')
    .input(z.object({ email: ownEmail, code: z.string().trim().min(1).max(20) }))
    .output(ClientMe),
  addPhoto: route('POST', '/client/files', 'Store a photo of a person or an org', 201)
    .input(z.object({ file: z.file() }))
    .output(z.object({ url: PhotoUrl })),
  listSessions: route('GET', '/client/sessions', 'Where one is signed in').output(
    z.object({ items: z.array(ClientSession) }),
  ),
  revokeSession: route('DELETE', '/client/sessions/{sessionId}', 'Sign out somewhere else')
    .input(z.object({ sessionId: z.string().min(1).max(64) }))
    .output(done),
  updateOrg: route('POST', '/client/org', "Change one's org; its admins may").input(ClientOrgChange).output(ClientOrg),
  listOrgUsers: route('GET', '/client/org/users', 'The people of one’s org, by name; its admins may').output(
    z.object({ items: z.array(OrgUser) }),
  ),
  addUser: route('POST', '/client/org/users', "Add a person to one's org; its admins may", 201)
    .input(NewUser)
    .output(ClientData),
};
