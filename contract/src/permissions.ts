import * as z from 'zod';

/** What a member of a workspace may do (`usersPerms`); the owner has all. */
export const PERMISSIONS = [
  'agents.write',
  'agents.publish',
  'conversations.reply',
  'clients.write',
  'agency.write',
  'billing.write',
  'members.write',
  'credentials.write',
] as const;
export const Permission = z.enum(PERMISSIONS);
export type Permission = z.infer<typeof Permission>;
