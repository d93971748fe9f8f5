import type { AccessScope } from '@antiphon/contract/access-keys';
import type { ClientPage } from '@antiphon/contract/client-pages';
import type { ClientActor } from '@antiphon/contract/client-sessions';
import type { AccessKeyId, AgentId, ConversationId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import type { Scope } from '../db/scope.ts';
import type { HostAgency } from './hosts.ts';
import type { KeyedRequest } from './idempotency.ts';

/** The member that a program acts for, found by their key, with what both of them allow. */
export type KeyedMember = {
  accessKeyId: AccessKeyId;
  workspaceUid: WorkspaceUid;
  userId: UserId;
  permissions: readonly Permission[];
};

export type SignedInUser = {
  userId: UserId;
  sessionId: string;
  email: string;
  name: string;
  image: string;
  /** The session began with what only the mailbox's owner has, not with a password. */
  hasShownMailbox: boolean;
};

/** A client's session that lives. `mustChangePassword`: the password is still the one that the agency chose. */
export type FoundClient = {
  sessionId: string;
  actor: ClientActor;
  isBlocked: { message: string } | null;
  mustChangePassword: boolean;
};

/**
 * What a client must have opened to call it, and what of theirs the input names. `agent`, `conversation`: the one of the path
 * (else the input's `agentId`) must be among the client's agents, or it is not found. `list`: the handler asks the query for
 * `member.client?.agentIds` alone; an `agentId` to filter by must be among them.
 */
export type Opening = { page: ClientPage | readonly ClientPage[] | 'any'; of: 'agent' | 'conversation' | 'list' };

/** How `http` finds out who is asking. The slices answer; `app.ts` joins the two. Null is: nobody, or not theirs. */
export type Access = {
  findSession(headers: Headers): Promise<SignedInUser | null>;
  /** `uid` null means the user's own workspace. */
  findMembership(
    userId: UserId,
    uid: WorkspaceUid | null,
  ): Promise<{ workspaceUid: WorkspaceUid; permissions: readonly Permission[] } | null>;
  findKeyOwner(secret: string): Promise<WorkspaceUid | null>;
  /** With what its person may do at this moment. */
  findAccessKey(secret: string): Promise<(KeyedMember & { scopes: readonly AccessScope[] }) | 'expired' | null>;
  /** `known` may answer from memory, and then of a conversation that was erased meanwhile. */
  findVisitor(
    conversationId: ConversationId,
    token: string,
    how: 'looked up' | 'known',
  ): Promise<{ workspaceUid: WorkspaceUid; agentId: AgentId } | null>;
  /** Of this workspace's agency; whoever is signed in to another one is nobody here. */
  findClientSession(scope: Scope, token: string): Promise<FoundClient | 'password_changed' | null>;
  /** Fails where the client was not given the page, or what the call names is not theirs. */
  demandOpened(
    client: { scope: Scope; actor: ClientActor },
    opening: Opening,
    named: { agentId: AgentId | null; conversationId: ConversationId | null },
  ): Promise<void>;
  /** Fails where a client filters a list by what is not theirs. */
  demandFilters(actor: ClientActor, agentIds: readonly (AgentId | null)[]): void;
  workspaceExists(uid: WorkspaceUid): Promise<boolean>;
  findAgentWorkspace(agentId: AgentId): Promise<WorkspaceUid | null>;
  /** Counts one request against each rule; false as soon as one is over. */
  takeRate(rules: readonly RateRule[]): Promise<boolean>;
  /** As `takeRate` for one rule that every call of somebody counts against: many at once are set aside, so that most cost nothing. */
  takeShare(rule: RateRule): Promise<boolean>;
  /** Counts what is open until `release` is called; null where one of the bounds is reached. */
  open(bounds: readonly OpenBound[]): { release(): void } | null;
  /** Runs `work`, or returns what it returned the first time; see `idempotency.ts`. */
  runOnce<Result>(scope: Scope, request: KeyedRequest, work: () => Promise<Result>): Promise<Result>;
};

export type RateRule = { key: string; max: number; windowSeconds: number };

/** How much of something may be open at a time, in this process. */
export type OpenBound = { key: string; max: number };

export type RequestContext = {
  requestId: string;
  region: Region;
  access: Access;
  log: Logger;
  headers: Headers;
  method: string;
  /** The caller's address, from the trusted proxy where there is one, cut to /24 or /48. */
  addressPrefix: string;
  /** Sent from this very machine, by a page of a local name, through no proxy. */
  isLocal: boolean;
  /** Reached over https: cookies are for that alone. */
  isSecure: boolean;
  /** Who asks, where a program does: said by what found its key, never by anything that was sent. */
  keyed?: KeyedMember;
  /** Of the answer; set by what handles the call. */
  resHeaders?: Headers;
  /** Whose host was called; null on the platform's own. Nothing of another workspace exists there. */
  agency: HostAgency | null;
};
