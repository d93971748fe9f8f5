import { oc } from '@orpc/contract';
import * as z from 'zod';
import { UserId, WorkspaceUid } from './ids.ts';
import { Permission } from './permissions.ts';
import { Region } from './regions.ts';

export const Workspace = z.object({
  uid: WorkspaceUid,
  workspaceName: z.string(),
  workspacePhotoURL: z.string(),
  region: Region,
  loadTokens: z.number().describe('Credits left, from the ledger'),
  isOwn: z.boolean().describe('True for the personal workspace of who asks'),
  permissions: z.array(Permission).describe('What the one who asks may do here'),
  secretLast4: z.string().describe('The last four characters of the bearer key'),
  joinedAt: z.number().int().describe('Unix seconds'),
});
export type Workspace = z.infer<typeof Workspace>;

export const Me = z.object({
  uid: UserId,
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string(),
  workspaces: z.array(Workspace),
  platformName: z.string(),
});
export type Me = z.infer<typeof Me>;

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Workspaces'], successStatus: 200 });

export const workspacesContract = {
  me: route('GET', '/v2/me', 'Who is signed in, and in which workspaces').output(Me),
  get: route('GET', '/v2/workspaces/{uid}', 'Get a workspace')
    .input(z.object({ uid: WorkspaceUid }))
    .output(Workspace),
  update: route('POST', '/v2/workspaces/{uid}', 'Change the name of a workspace')
    .input(
      z.object({
        uid: WorkspaceUid,
        workspaceName: z.string().trim().min(1, 'Please enter a workspace name.').max(80),
      }),
    )
    .output(Workspace),
  rotateSecret: route('POST', '/v2/workspaces/{uid}/secret', 'Make a new bearer key; the old one ends at once')
    .input(z.object({ uid: WorkspaceUid }))
    .output(z.object({ workspaceSecret: z.string().describe('Shown this one time') })),
};
