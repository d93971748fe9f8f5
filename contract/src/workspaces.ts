import { oc } from '@orpc/contract';
import * as z from 'zod';
import { UserId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { Permission } from './permissions.ts';
import { Region } from './regions.ts';
import { PhotoUrl } from './uploads.ts';
import { UsedPercent } from './used-percent.ts';

export const WorkspaceName = z
  .string()
  .trim()
  .min(1, 'Please enter a workspace name.')
  .max(limits.workspaceNameCharsMax);

export const Workspace = z.object({
  uid: WorkspaceUid,
  workspaceName: z.string(),
  workspacePhotoURL: z.string(),
  region: Region,
  loadTokens: z.number().describe('Credits left, from the ledger'),
  lastGrant: z.number().describe('Credits of the last grant: what the credits left are shown beside'),
  usedPercent: UsedPercent,
  plan: z.enum(['free', 'paid']),
  isOwn: z.boolean().describe('True for the personal workspace of who asks'),
  permissions: z.array(Permission).describe('What the one who asks may do here'),
  abilities: z.object({
    canRename: z.boolean(),
    canManageMembers: z.boolean(),
    canRotateSecret: z.boolean(),
    canExport: z.boolean().describe('May have an archive of everything'),
    canTransfer: z.boolean(),
    canDelete: z.boolean(),
    canLeave: z.boolean(),
    canUpgrade: z.boolean().describe('An upgrade is offered outside of agent pages'),
    canTestChat: z.boolean().describe('False for agencies: they have no debugger panel'),
  }),
  secretLast4: z.string().describe('The last four characters of the bearer key'),
  joinedAt: z.number().int().describe('Unix seconds'),
});
export type Workspace = z.infer<typeof Workspace>;

export const Me = z.object({
  uid: UserId,
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string(),
  isOnboarded: z.boolean().describe('False until the profile is complete: the app leads to onboarding'),
  workspaces: z.array(Workspace),
  platformName: z.string(),
});
export type Me = z.infer<typeof Me>;

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Workspaces'], successStatus });

const workspace = z.object({ uid: WorkspaceUid });
const success = z.literal(true);

export const workspacesContract = {
  me: route('GET', '/v2/me', 'Who is signed in, and in which workspaces').output(Me),
  create: route('POST', '/v2/workspaces', 'Create a further workspace, owned by who asks', 201)
    .input(z.object({ workspaceName: WorkspaceName }))
    .output(Workspace),
  get: route('GET', '/v2/workspaces/{uid}', 'Get a workspace').input(workspace).output(Workspace),
  update: route('POST', '/v2/workspaces/{uid}', 'Change the name or the photo of a workspace')
    .input(workspace.extend({ workspaceName: WorkspaceName.optional(), workspacePhotoURL: PhotoUrl.optional() }))
    .output(Workspace.extend({ success })),
  delete: route('DELETE', '/v2/workspaces/{uid}', 'Delete a workspace and all that is in it; its owner, in person')
    .input(workspace)
    .output(z.object({ success })),
  rotateSecret: route('POST', '/v2/workspaces/{uid}/secret', 'Make a new bearer key; the old one ends at once')
    .input(workspace)
    .output(z.object({ workspaceSecret: z.string().describe('Shown this one time') })),
};
