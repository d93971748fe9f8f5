import type { ClientPage } from '@antiphon/contract/client-pages';
import type { ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { AccessKeyId, UserId } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import type { Scope } from '../../db/scope.ts';

/** Who acts in a workspace: a person, its bearer key (`userId` null, all permissions), or a client (`client` set, none). */
export type Member = {
  scope: Scope;
  userId: UserId | null;
  permissions: readonly Permission[];
  client: ClientActor | null;
  /** The key by which a program acts for that person. */
  accessKeyId?: AccessKeyId;
};

/** What a client never can, whatever was opened for them. */
export const can = (member: Pick<Member, 'permissions'>, permission: Permission) =>
  member.permissions.includes(permission);

export function demand(member: Pick<Member, 'permissions'>, permission: Permission) {
  if (!can(member, permission)) fail('forbidden');
}

/** What the workspace's key can do, and its agency's: everything. */
export const canAll = (member: Pick<Member, 'permissions'>) =>
  PERMISSIONS.every((permission) => can(member, permission));

export function demandAll(member: Pick<Member, 'permissions'>) {
  if (!canAll(member)) fail('forbidden');
}

/** What opens the same thing to both: a permission (null: every member), or a page of the client's dashboard. */
export type Either = { member: Permission | null; client: ClientPage | readonly ClientPage[] };

/** Whoever opened a client's dashboard needs both: the page, and the permission that they would need under their own name. */
export function may(member: Pick<Member, 'permissions' | 'client'>, either: Either): boolean {
  if (!member.client) return either.member === null || can(member, either.member);
  const { pages, openerMay } = member.client;
  if (openerMay !== null && either.member !== null && !openerMay.includes(either.member)) return false;
  return [either.client].flat().some((page) => pages.includes(page as ClientPage));
}

export function demandEither(member: Pick<Member, 'permissions' | 'client'>, either: Either) {
  if (!may(member, either)) fail('forbidden');
}

/** The name under which somebody stands in the audit log; with the key of the program that acted for them, and both names, where a client's dashboard was opened by somebody else. */
export function actorOf({ userId, client, accessKeyId }: Pick<Member, 'userId' | 'client' | 'accessKeyId'>): string {
  if (!client) return accessKeyId ? `${userId} by ${accessKeyId}` : (userId ?? 'key');
  const name = `client:${client.clientId}`;
  return client.openedBy === null ? name : `${client.openedBy} as ${name}`;
}
