import { AgentSettings } from '@antiphon/contract/agents';
import { type AgentId, newAgentId, newDocumentId, newUserId, newWorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../src/db/database.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { agents } from '../../src/db/schema/agents.ts';
import { users } from '../../src/db/schema/identity.ts';
import { knowledgeDocuments } from '../../src/db/schema/knowledge.ts';
import { workspaces } from '../../src/db/schema/workspaces.ts';
import type { Scope } from '../../src/db/scope.ts';

/** A workspace with one agent that knows nothing yet. */
export async function makeKnowledgeAgent(database: Database): Promise<{ scope: Scope; agentId: AgentId }> {
  const workspaceUid = newWorkspaceUid();
  const ownerUserId = newUserId();
  const agentId = newAgentId();
  const scope = makeScope(workspaceUid);
  const email = `${ownerUserId}@example.com`.toLowerCase();
  await database.unscoped.insert(users).values({ id: ownerUserId, name: 'Owner', email });
  await database.transaction(scope, async (tx) => {
    await tx
      .insert(workspaces)
      .values({ uid: workspaceUid, ownerUserId, workspaceName: 'W', secretHash: workspaceUid, secretLast4: '0000' });
    await tx.insert(agents).values({ id: agentId, workspaceUid, draft: AgentSettings.parse({ title: 'A' }) });
  });
  return { scope, agentId };
}

/** A document without text; its chunks are the test's own. */
export async function makeKnowledgeDocument(database: Database, scope: Scope, agentId: AgentId, title = 'Document') {
  const id = newDocumentId();
  await database.transaction(scope, (tx) =>
    tx.insert(knowledgeDocuments).values({
      id,
      workspaceUid: scope.workspaceUid,
      agentId,
      kind: 'text',
      title,
      progress: { step: 'done', found: 1, read: 1, failed: 0, skipped: 0 },
    }),
  );
  return id;
}
