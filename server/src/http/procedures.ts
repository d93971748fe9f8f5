import { answersInPieces } from '@antiphon/contract/answers-in-pieces';
import { apiContract } from '@antiphon/contract/api';
import type { ClientActor } from '@antiphon/contract/client-sessions';
import { errors } from '@antiphon/contract/error-list';
import { Failure, fail } from '@antiphon/contract/errors';
import type { AccessKeyId, AgentId, ConversationId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { implement } from '@orpc/server';
import { makeScope } from '../db/make-scope.ts';
import type { Scope } from '../db/scope.ts';
import type { KeyedMember, RequestContext, SignedInUser } from './context.ts';
import { hashRequest, idempotencyKeyOf } from './idempotency.ts';
import { isSameOrigin } from './same-origin.ts';
import { type SentInput, sentInput, textField } from './sent-input.ts';

/**
 * Who acts in one workspace: a person, its bearer key (`userId` null), or a client of its agency (`client` set, `userId` null
 * and no permissions at all).
 */
export type Member = {
  scope: Scope;
  userId: UserId | null;
  permissions: readonly Permission[];
  client: ClientActor | null;
  /** The key by which a program acts for that person. */
  accessKeyId?: AccessKeyId;
};

/**
 * What all procedures are made from. Their middlewares are given a `SentInput`: they say who asks by headers and path, before
 * anything of the body is read.
 */
export const os = implement(apiContract).$context<RequestContext>();

export const bearerOf = (headers: Headers): string | null =>
  /^Bearer (\S{10,200})$/.exec(headers.get('authorization') ?? '')?.[1] ?? null;

/** Where the caller reached us, for links in mails of an installation without `PUBLIC_URL`; whoever calls chooses it. */
export const originOf = (headers: Headers): string =>
  `${headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http'}://${headers.get('host') ?? 'localhost'}`;

/** Owners and members have nothing on an agency's host: what is theirs does not exist there. */
function demandPlatform({ agency }: RequestContext) {
  if (agency) fail('not_found');
}

/** On an agency's host there is nothing of other workspaces. */
function demandOnHost({ agency }: RequestContext, workspaceUid: WorkspaceUid) {
  if (agency && agency.workspaceUid !== workspaceUid) fail('not_found');
}

/** Names whoever acts in a workspace, for limits of their own. */
export const callerOf = ({ scope, userId, client, accessKeyId }: Member): string => {
  if (client) return `client:${client.clientId}`;
  if (accessKeyId) return `program:${accessKeyId}`;
  return userId ? `person:${userId}` : `key:${scope.workspaceUid}`;
};

/** What may be asked in a minute, all calls together. The dearer ones have limits of their own. */
const CALLS_A_MINUTE = { person: 900, key: 1_800, client: 900, program: 600, workspace: 9_000 };

/** Counts a call of a person, key or client, by the name that `callerOf` gives. */
export async function takeCall(context: RequestContext, caller: string) {
  const kind = caller.slice(0, caller.indexOf(':')) as keyof typeof CALLS_A_MINUTE;
  await takeShare(context, { key: caller, max: CALLS_A_MINUTE[kind], windowSeconds: 60 });
}

/** As `takeRate`, counted in shares: costs the database little, and nothing once the window is full. */
export async function takeShare(
  { access }: RequestContext,
  rule: Parameters<RequestContext['access']['takeShare']>[0],
) {
  if (!(await access.takeShare(rule))) fail('rate_limited', { retryAfterSeconds: secondsLeft([rule]) });
}

/** To a program "Please sign in." says nothing of its key. */
const KEY_UNKNOWN =
  'No workspace has this secret. A part of it may be missing, or it was replaced: a new one is made in the settings of the workspace.';
const KEY_UNREADABLE =
  'There is no workspace secret in this call. Send it as "Authorization: Bearer", a space and the secret.';

const keyFault = (sent: string | null) =>
  sent === null ? {} : { message: /^Bearer \S+$/.test(sent) ? KEY_UNKNOWN : KEY_UNREADABLE };

async function demandUser(context: RequestContext): Promise<SignedInUser> {
  demandPlatform(context);
  const { headers } = context;
  const user = await context.access.findSession(headers);
  if (!user) fail('unauthorized', keyFault(headers.get('authorization')));
  await takeCall(context, `person:${user.userId}`);
  if (context.method !== 'GET' && !isSameOrigin(context.headers)) fail('forbidden');
  return user;
}

/** Also used by the raw stream of signals. Fails with `not_found` for a workspace that is not theirs. */
export async function demandMember(context: RequestContext, uid: WorkspaceUid | null): Promise<Member> {
  demandPlatform(context);
  if (context.keyed) return demandKeyed(context, context.keyed, uid);
  const key = bearerOf(context.headers);
  if (key) {
    const owner = await context.access.findKeyOwner(key);
    if (!owner) fail('unauthorized', { message: KEY_UNKNOWN });
    if (uid && uid !== owner) fail('not_found');
    await takeCall(context, `key:${owner}`);
    await takeCall(context, `workspace:${owner}`);
    return { scope: makeScope(owner), userId: null, permissions: PERMISSIONS, client: null };
  }
  const user = await demandUser(context);
  const selected = (uid ?? context.headers.get('x-workspace')) as WorkspaceUid | null;
  const membership = await context.access.findMembership(user.userId, selected);
  if (!membership) fail('not_found');
  const { workspaceUid, permissions } = membership;
  await takeCall(context, `workspace:${workspaceUid}`);
  return { scope: makeScope(workspaceUid), userId: user.userId, permissions, client: null };
}

async function demandKeyed(context: RequestContext, keyed: KeyedMember, uid: WorkspaceUid | null): Promise<Member> {
  const { workspaceUid, ...person } = keyed;
  if (uid && uid !== workspaceUid) fail('not_found');
  await takeCall(context, `program:${keyed.accessKeyId}`);
  await takeCall(context, `workspace:${workspaceUid}`);
  return { scope: makeScope(workspaceUid), ...person, client: null };
}

/** A signed-in person, in no workspace yet. Cookie only. */
export const userProcedure = os.use(async ({ context, next }, input) => {
  const user = await demandUser(context);
  sentInput(input).takeMore();
  return next({ context: { user } });
});

/** Anybody who holds a link with a secret, by which the use case finds what it is about. Guessing is slowed by address. */
export const linkProcedure = os.use(async ({ context, next }) => {
  demandPlatform(context);
  await takeRate(context, [{ key: `link:address:${context.addressPrefix}`, max: 60, windowSeconds: 60 }]);
  return next();
});

/** For whatever a member or client may send again: a POST that carries an `Idempotency-Key` is done once. */
export const answeredOnce = implement(apiContract)
  .$context<RequestContext & { member: Member }>()
  .middleware(async ({ context, next, path, procedure }, input, output) => {
    const key = repeatableKeyOf(context, procedure);
    if (key === null) return next();
    const asked = { key, path, input: await sentInput(input).read() };
    return output(await answerOnce(context, asked, async () => (await next()).output));
  });

type FindMember = (context: RequestContext, sent: SentInput) => Promise<Member>;

const asMember = (findMember: FindMember) =>
  os.use(async ({ context, next }, input) => {
    const sent = sentInput(input);
    const member = await findMember(context, sent);
    sent.takeMore();
    return next({ context: { member, scope: member.scope } });
  });

/** As `memberProcedure`, for what answers with a secret that is shown once: such an answer is never kept for a second sending. */
export const secretProcedure = asMember(async (context, sent) =>
  demandMember(context, (await sent.named('uid')) as WorkspaceUid | null),
);

/**
 * A member (cookie) or the workspace's key (bearer). The workspace is the `{uid}` of the path, else the header
 * `x-workspace`, else the member's own; whoever does not belong to it gets not-found. A POST that carries an
 * `Idempotency-Key` is done once, however often it is sent.
 */
export const memberProcedure = secretProcedure.use(answeredOnce);

const namedIn = (field: string, unknown: string = errors.not_found.message) =>
  asMember(async (context, sent) => {
    await demandMember(context, null);
    const uid = textField(await sent.read(), field) as WorkspaceUid | null;
    return demandMember(context, uid).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'not_found') fail('not_found', { message: unknown });
      throw error;
    });
  }).use(answeredOnce);

/** As `memberProcedure`, where the body names the workspace (`uid`): it is read once somebody is known to ask. */
export const namingMemberProcedure = namedIn('uid');

/** The same, where the specification calls it `userId`. */
export const payingMemberProcedure = namedIn('userId');

/** And `workspace` or `workspaceId`, of what an agency sells. */
export const sellingMemberProcedure = namedIn('workspace', 'Workspace not found.');
export const planningMemberProcedure = namedIn('workspaceId', 'Workspace not found.');

/** Of what may be sent again and is done once; null for what is not, and for what answers piece by piece: that is not kept. */
const repeatableKeyOf = ({ method, headers }: RequestContext, procedure: Parameters<typeof answersInPieces>[0]) =>
  method === 'POST' && !answersInPieces(procedure) ? idempotencyKeyOf(headers) : null;

/** For what answers piece by piece: the work behind the pieces is done once, and what came of it told again. */
export const onceFor =
  (context: RequestContext & { member: Member }, asked: { path: readonly string[]; input: unknown }) =>
  <Result>(work: () => Promise<Result>): Promise<Result> => {
    const key = idempotencyKeyOf(context.headers);
    return key === null ? work() : answerOnce(context, { key, ...asked }, work);
  };

async function answerOnce<Output>(
  { access, member }: RequestContext & { member: Member },
  { key, path, input }: { key: string; path: readonly string[]; input: unknown },
  work: () => Promise<Output>,
): Promise<Output> {
  const actor = member.client ? `client:${member.client.clientId}` : (member.userId ?? 'key');
  return access.runOnce(member.scope, { key, hash: await hashRequest(actor, path, input) }, work);
}

/** Anybody. Bounded by network alone. */
export const publicProcedure = os.use(async ({ context, next }) => {
  await takeRate(context, [{ key: `public:address:${context.addressPrefix}`, max: 120, windowSeconds: 60 }]);
  return next();
});

/** As `publicProcedure`, on the platform's own host alone: signing in to it. */
export const entryProcedure = publicProcedure.use(({ context, next }) => {
  demandPlatform(context);
  return next();
});

/** Whoever sits at the machine that the server runs on; for everybody else it does not exist. */
export const localProcedure = os.use(({ context, next }) => {
  demandPlatform(context);
  if (!context.isLocal) fail('not_found');
  return next();
});

/** Anybody who knows an agent's id (`id` or `ID` of the path), as the widget does. Scope: that agent's workspace. */
export const embedProcedure = os.use(async ({ context, next }, input) => {
  const agentId = (await sentInput(input).named('id', 'ID')) as AgentId | null;
  const workspaceUid = agentId && (await context.access.findAgentWorkspace(agentId));
  if (!agentId || !workspaceUid) fail('not_found');
  demandOnHost(context, workspaceUid);
  await takeRate(context, [
    { key: `embed:address:${context.addressPrefix}`, max: 120, windowSeconds: 60 },
    { key: `embed:agent:${agentId}`, max: 3_000, windowSeconds: 60 },
  ]);
  return next({ context: { scope: makeScope(workspaceUid), agentId } });
});

/** Anybody who knows a workspace's id, as the widget does from its agent (`ownerID`). */
export const ownerProcedure = os.use(async ({ context, next }, input) => {
  const uid = (await sentInput(input).named('ownerID')) as WorkspaceUid | null;
  if (!uid || !(await context.access.workspaceExists(uid))) fail('not_found');
  demandOnHost(context, uid);
  await takeRate(context, [{ key: `owner:address:${context.addressPrefix}`, max: 120, windowSeconds: 60 }]);
  return next({ context: { scope: makeScope(uid) } });
});

/** The visitor of one conversation, by the bearer token that its start returned. */
export const visitorProcedure = os.use(async ({ context, next }, input) => {
  return next({ context: await demandVisitor(context, await conversationIdOf(input)) });
});

/** As `visitorProcedure`, from memory: for what finds out by itself that the conversation was erased meanwhile. */
export const knownVisitorProcedure = os.use(async ({ context, next }, input) =>
  next({ context: await demandVisitor(context, await conversationIdOf(input), 'known') }),
);

const conversationIdOf = async (input: unknown) => (await sentInput(input).named('id')) as ConversationId | null;

/** Also used by the raw event stream, which is no procedure's handler. */
export async function demandVisitor(
  context: RequestContext,
  conversationId: ConversationId | null,
  how: 'looked up' | 'known' = 'looked up',
) {
  const token = bearerOf(context.headers);
  if (!token) fail('unauthorized');
  const visitor = conversationId && (await context.access.findVisitor(conversationId, token, how));
  if (!conversationId || !visitor) fail('not_found');
  demandOnHost(context, visitor.workspaceUid);
  return { scope: makeScope(visitor.workspaceUid), agentId: visitor.agentId, conversationId };
}

export async function takeRate(context: RequestContext, rules: Parameters<RequestContext['access']['takeRate']>[0]) {
  if (!(await context.access.takeRate(rules))) fail('rate_limited', { retryAfterSeconds: secondsLeft(rules) });
}

/** What a network may ask for in mails to addresses of its choice, whichever way it asks. */
export const takeMailRate = (context: RequestContext) =>
  takeRate(context, [{ key: `auth:mail:${context.addressPrefix}`, max: 30, windowSeconds: 3_600 }]);

/** Until every window of `rules` is over. */
const secondsLeft = (rules: readonly { windowSeconds: number }[]) =>
  Math.max(...rules.map(({ windowSeconds }) => windowSeconds - (Math.floor(Date.now() / 1_000) % windowSeconds)));
