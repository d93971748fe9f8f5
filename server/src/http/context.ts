import type { AgentId, ConversationId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import type { Scope } from '../db/scope.ts';
import type { KeyedRequest } from './idempotency.ts';

export type SignedInUser = { userId: UserId; email: string; name: string; image: string };

/** How `http` finds out who is asking. The slices answer; `app.ts` joins the two. Null is: nobody, or not theirs. */
export type Access = {
  findSession(headers: Headers): Promise<SignedInUser | null>;
  /** `uid` null means the user's own workspace. */
  findMembership(
    userId: UserId,
    uid: WorkspaceUid | null,
  ): Promise<{ workspaceUid: WorkspaceUid; permissions: readonly Permission[] } | null>;
  findKeyOwner(secret: string): Promise<WorkspaceUid | null>;
  findVisitor(
    conversationId: ConversationId,
    token: string,
  ): Promise<{ workspaceUid: WorkspaceUid; agentId: AgentId } | null>;
  workspaceExists(uid: WorkspaceUid): Promise<boolean>;
  findAgentWorkspace(agentId: AgentId): Promise<WorkspaceUid | null>;
  /** Counts one request against each rule; false as soon as one is over. */
  takeRate(rules: readonly RateRule[]): Promise<boolean>;
  /** Runs `work`, or returns what it returned the first time; see `idempotency.ts`. */
  runOnce<Result>(scope: Scope, request: KeyedRequest, work: () => Promise<Result>): Promise<Result>;
};

export type RateRule = { key: string; max: number; windowSeconds: number };

export type RequestContext = {
  requestId: string;
  region: Region;
  access: Access;
  log: Logger;
  headers: Headers;
  method: string;
  /** The caller's address, from the trusted proxy where there is one, cut to /24 or /48. */
  addressPrefix: string;
};
