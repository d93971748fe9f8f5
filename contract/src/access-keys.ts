import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AccessKeyId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import type { Permission } from './permissions.ts';

/**
 * What a key opens to a program. `read` is what every member sees, without what visitors wrote; each of the others is given on
 * purpose.
 */
export const ACCESS_SCOPES = [
  'read',
  'conversations.read',
  'knowledge.write',
  'agents.write',
  'agents.publish',
] as const;
export const AccessScope = z.enum(ACCESS_SCOPES);
export type AccessScope = z.infer<typeof AccessScope>;

/** The permission that the key's person needs besides, each time; null where every member may. */
export const permissionOfScope: Record<AccessScope, Permission | null> = {
  read: null,
  'conversations.read': null,
  'knowledge.write': 'agents.write',
  'agents.write': 'agents.write',
  'agents.publish': 'agents.publish',
};

/** A key by which a program acts for a member, within its scopes and never beyond what the member may do at that moment. */
export const AccessKey = z.object({
  id: AccessKeyId,
  name: z.string(),
  scopes: z.array(AccessScope),
  last4: z.string(),
  madeBy: z.string().describe('The member for whom it acts'),
  isMine: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('Good to a minute'),
});
export type AccessKey = z.infer<typeof AccessKey>;

const workspace = z.object({ uid: WorkspaceUid });
const route = (method: 'GET' | 'POST' | 'DELETE', end: `/${string}` | '', summary: string, successStatus = 200) =>
  oc.route({ method, path: `/v2/workspaces/{uid}/access-keys${end}`, summary, tags: ['Access keys'], successStatus });

export const accessKeysContract = {
  list: route('GET', '', 'List the keys of the caller; of everybody, for whoever manages members')
    .input(workspace)
    .output(z.object({ items: z.array(AccessKey) })),
  create: route('POST', '', 'Make a key for a program, such as an assistant', 201)
    .input(
      workspace.extend({
        name: z.string().trim().min(1, 'Please enter a name.').max(limits.accessKeyNameCharsMax),
        scopes: z
          .array(AccessScope)
          .max(ACCESS_SCOPES.length)
          .default([])
          .describe('Besides `read`, which every key has'),
        days: z
          .number()
          .int()
          .min(1)
          .max(limits.accessKeyDaysMax)
          .default(limits.accessKeyDaysDefault)
          .describe('It ends after so many'),
      }),
    )
    .output(z.object({ accessKey: AccessKey, secret: z.string().describe('Shown this one time') })),
  revoke: route('DELETE', '/{accessKeyId}', 'Revoke a key: its next call is refused')
    .input(workspace.extend({ accessKeyId: AccessKeyId }))
    .output(z.object({ success: z.literal(true) })),
};
