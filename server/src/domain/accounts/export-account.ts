import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Workspace } from '@antiphon/contract/workspaces';
import { getAgent } from '../agents/get-agent.ts';
import { listAgents } from '../agents/list-agents.ts';
import { getVersion, listVersions } from '../agents/list-versions.ts';
import { listUsage } from '../billing/list-usage.ts';
import { exportConversations } from '../conversations/export-conversations.ts';
import { getDocument } from '../documents/get-document.ts';
import { listDocuments } from '../documents/list-documents.ts';
import { getProfile } from '../identity/get-profile.ts';
import type { Member } from '../identity/identity.policy.ts';
import type { SignedInUser } from '../identity/identity.ports.ts';
import { listOwnSessions } from '../identity/own-sessions.ts';
import { listLeads } from '../leads/list-leads.ts';
import { listMembers } from '../members/list-members.ts';
import { listMemberships } from '../workspaces/find-access.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import type { AccountDeps } from './delete-account.ts';

type Piece = { text: string; records: number; isLast: boolean };
type Kind =
  | 'person'
  | 'session'
  | 'workspace'
  | 'member'
  | 'agent'
  | 'version'
  | 'document'
  | 'conversation'
  | 'lead'
  | 'usage';

const PAGE = 50;

/**
 * What a person leaves with, as lines of JSON, piece by piece: each piece was read in a transaction of its own, so that a slow
 * reader holds nothing open. It is in the shapes of the API, which show no secret.
 */
export async function* exportAccount(deps: AccountDeps, user: SignedInUser): AsyncGenerator<Piece> {
  let records = 0;
  const piece = (kind: Kind, uid: WorkspaceUid | null, found: unknown[]): Piece => {
    records += found.length;
    const lines = found.map((record) => `${JSON.stringify({ kind, workspaceUid: uid, record })}\n`);
    return { text: lines.join(''), records, isLast: false };
  };
  yield piece('person', null, [await getProfile(deps, user.userId)]);
  yield piece('session', null, await listOwnSessions(deps, user));
  for (const member of await listOwned(deps, user)) {
    for await (const { kind, found } of readWorkspace(deps, member))
      yield piece(kind, member.scope.workspaceUid, found);
  }
  yield { text: '', records, isLast: true };
}

async function listOwned(deps: AccountDeps, { userId }: SignedInUser): Promise<Member[]> {
  const memberships = await listMemberships(deps, userId);
  return memberships
    .filter(({ workspace }) => workspace.ownerUserId === userId)
    .map(({ workspace, permissions }) => ({ scope: deps.makeScope(workspace.uid), userId, permissions, client: null }));
}

async function* readWorkspace(deps: AccountDeps, member: Member): AsyncGenerator<{ kind: Kind; found: unknown[] }> {
  const { scope } = member;
  const workspace: Workspace = await getWorkspace(deps, member);
  yield { kind: 'workspace', found: [workspace] };
  yield { kind: 'member', found: (await listMembers(deps, member)).usersPerms };
  for await (const agents of pages((cursor) => listAgents(deps, scope, { sort: 'created', limit: PAGE, cursor }))) {
    for (const { ID } of agents) {
      yield { kind: 'agent', found: [await getAgent(deps, member, ID)] };
      for (const { number } of await listVersions(deps, member, ID))
        yield { kind: 'version', found: [{ agentId: ID, ...(await getVersion(deps, member, { id: ID, number })) }] };
      const query = { agentId: ID, limit: PAGE };
      for await (const documents of pages((cursor) => listDocuments(deps, scope, { ...query, cursor })))
        for (const { id } of documents) yield { kind: 'document', found: [await readDocument(deps, member, ID, id)] };
      const leads = { sort: 'created' as const, limit: PAGE };
      for await (const found of pages((cursor) => listLeads(deps, member, ID, { ...leads, cursor })))
        yield { kind: 'lead', found };
    }
  }
  for await (const { text } of exportConversations(deps, member, {}, 'jsonl'))
    yield { kind: 'conversation', found: text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])) };
  for await (const usage of pages((cursor) => listUsage(deps, scope, { limit: PAGE, cursor })))
    yield { kind: 'usage', found: usage };
}

type Ids = Parameters<typeof getDocument>[2];

/** Without its passages, which repeat the text. */
async function readDocument(deps: AccountDeps, { scope }: Member, agentId: Ids['agentId'], id: Ids['documentId']) {
  const { chunkList: _passages, ...document } = await getDocument(deps, scope, { agentId, documentId: id });
  return { agentId, ...document };
}

async function* pages<Item>(
  list: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await list(cursor);
    yield items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
