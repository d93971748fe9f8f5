import { apiContract } from '@antiphon/contract/api';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, ConversationId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { implement } from '@orpc/server';
import { makeScope } from '../db/make-scope.ts';
import type { Scope } from '../db/scope.ts';
import type { RequestContext, SignedInUser } from './context.ts';
import { hashRequest, idempotencyKeyOf } from './idempotency.ts';
import { isSameOrigin } from './same-origin.ts';
import { demandStorable } from './storable-input.ts';

/** A person or a key that acts in one workspace. `userId` is null for the workspace's bearer key. */
export type Member = { scope: Scope; userId: UserId | null; permissions: readonly Permission[] };

const os = implement(apiContract)
  .$context<RequestContext>()
  .use(({ next }, input) => {
    demandStorable(input);
    return next();
  });

const textField = (input: unknown, name: string): string | null => {
  const value = (input as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' && value.length > 0 && value.length <= 64 ? value : null;
};

export const bearerOf = (headers: Headers): string | null =>
  /^Bearer (\S{10,200})$/.exec(headers.get('authorization') ?? '')?.[1] ?? null;

async function demandUser(context: RequestContext): Promise<SignedInUser> {
  const user = await context.access.findSession(context.headers);
  if (!user) fail('unauthorized');
  if (context.method !== 'GET' && !isSameOrigin(context.headers)) fail('forbidden');
  return user;
}

async function demandMember(context: RequestContext, uid: WorkspaceUid | null): Promise<Member> {
  const key = bearerOf(context.headers);
  if (key) {
    const owner = await context.access.findKeyOwner(key);
    if (!owner) fail('unauthorized');
    if (uid && uid !== owner) fail('not_found');
    return { scope: makeScope(owner), userId: null, permissions: PERMISSIONS };
  }
  const user = await demandUser(context);
  const selected = (uid ?? context.headers.get('x-workspace')) as WorkspaceUid | null;
  const membership = await context.access.findMembership(user.userId, selected);
  if (!membership) fail('not_found');
  return { scope: makeScope(membership.workspaceUid), userId: user.userId, permissions: membership.permissions };
}

/** A signed-in person, in no workspace yet. Cookie only. */
export const userProcedure = os.use(async ({ context, next }) =>
  next({ context: { user: await demandUser(context) } }),
);

/** As `memberProcedure`, for what answers with a secret that is shown once: such an answer is never kept for a second sending. */
export const secretProcedure = os.use(async ({ context, next }, input) => {
  const member = await demandMember(context, textField(input, 'uid') as WorkspaceUid | null);
  return next({ context: { member, scope: member.scope } });
});

/**
 * A member (cookie) or the workspace's key (bearer). The workspace is the `{uid}` of the path, else the header
 * `x-workspace`, else the member's own; whoever does not belong to it gets not-found. A POST that carries an
 * `Idempotency-Key` is done once, however often it is sent.
 */
export const memberProcedure = secretProcedure.use(async ({ context, next, path }, input, output) => {
  const key = context.method === 'POST' ? idempotencyKeyOf(context.headers) : null;
  if (key === null) return next();
  const { scope, userId } = context.member;
  const hash = await hashRequest(userId ?? 'key', path, input);
  return output(await context.access.runOnce(scope, { key, hash }, async () => (await next()).output));
});

/** Anybody who knows an agent's id (`id` or `ID` of the path), as the widget does. Scope: that agent's workspace. */
export const embedProcedure = os.use(async ({ context, next }, input) => {
  const agentId = (textField(input, 'id') ?? textField(input, 'ID')) as AgentId | null;
  const workspaceUid = agentId && (await context.access.findAgentWorkspace(agentId));
  if (!agentId || !workspaceUid) fail('not_found');
  await takeRate(context, [
    { key: `embed:address:${context.addressPrefix}`, max: 120, windowSeconds: 60 },
    { key: `embed:agent:${agentId}`, max: 3_000, windowSeconds: 60 },
  ]);
  return next({ context: { scope: makeScope(workspaceUid), agentId } });
});

/** Anybody who knows a workspace's id, as the widget does from its agent (`ownerID`). */
export const ownerProcedure = os.use(async ({ context, next }, input) => {
  const uid = textField(input, 'ownerID') as WorkspaceUid | null;
  if (!uid || !(await context.access.workspaceExists(uid))) fail('not_found');
  await takeRate(context, [{ key: `owner:address:${context.addressPrefix}`, max: 120, windowSeconds: 60 }]);
  return next({ context: { scope: makeScope(uid) } });
});

/** The visitor of one conversation, by the bearer token that its start returned. */
export const visitorProcedure = os.use(async ({ context, next }, input) => {
  const params = (input as { params?: unknown } | null)?.params ?? input;
  const conversationId = textField(params, 'id') as ConversationId | null;
  return next({ context: await demandVisitor(context, conversationId) });
});

/** Also used by the raw event stream, which is no procedure's handler. */
export async function demandVisitor(context: RequestContext, conversationId: ConversationId | null) {
  const token = bearerOf(context.headers);
  if (!token) fail('unauthorized');
  const visitor = conversationId && (await context.access.findVisitor(conversationId, token));
  if (!conversationId || !visitor) fail('not_found');
  return { scope: makeScope(visitor.workspaceUid), agentId: visitor.agentId, conversationId };
}

export async function takeRate(context: RequestContext, rules: Parameters<RequestContext['access']['takeRate']>[0]) {
  if (!(await context.access.takeRate(rules))) fail('rate_limited');
}
