import { oc } from '@orpc/contract';
import * as z from 'zod';
import { UserId, WorkspaceUid } from './ids.ts';
import { Permission } from './permissions.ts';

export const Member = z.object({
  userId: UserId,
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string(),
  permissions: z.array(Permission),
  isOwner: z.boolean(),
  isSelf: z.boolean(),
  joinedAt: z.number().int().describe('Unix seconds'),
  abilities: z.object({ canChange: z.boolean(), canRemove: z.boolean() }),
});
export type Member = z.infer<typeof Member>;

const workspace = z.object({ uid: WorkspaceUid });
const member = workspace.extend({ userId: UserId });
const done = z.object({ success: z.literal(true) });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Members'], successStatus: 200 });

export const membersContract = {
  list: route('GET', '/v2/workspaces/{uid}/members', 'List members with their permissions')
    .input(workspace)
    .output(
      z.object({
        usersPerms: z.array(Member),
        seats: z.object({ used: z.number().int(), total: z.number().int().nullable() }),
      }),
    ),
  update: route('POST', '/v2/workspaces/{uid}/members/{userId}', 'Change what a member may do')
    .input(member.extend({ permissions: z.array(Permission).max(20) }))
    .output(done),
  remove: route('DELETE', '/v2/workspaces/{uid}/members/{userId}', 'Remove a member, who is locked out at once')
    .input(member)
    .output(done),
  leave: route('POST', '/v2/workspaces/{uid}/leave', 'Leave a workspace').input(workspace).output(done),
  transfer: route('POST', '/v2/workspaces/{uid}/owner', 'Make another member the owner; its owner, in person')
    .input(member.extend({ workspaceName: z.string().max(200).describe('The name of the workspace, typed once more') }))
    .output(done),
};
