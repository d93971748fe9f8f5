import type { AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { Citation } from '@antiphon/contract/events';
import { type AgentId, type OrgId, randomText } from '@antiphon/contract/ids';
import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import type { SystemScope } from '../../db/scope.ts';
import { insertDemoAgency } from '../agencies/demo-agency.ts';
import { claimSubdomain, type SubdomainDeps } from '../agency-hosts/claim-subdomain.ts';
import type { CleanCss, PublishGate } from '../agents/agents.ports.ts';
import { createAgent } from '../agents/create-agent.ts';
import { publishAgent } from '../agents/publish-agent.ts';
import { updateAgent } from '../agents/update-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { assignClientAgent } from '../clients/assign-client-agent.ts';
import { type ClientDeps, createClient } from '../clients/create-client.ts';
import { storePastConversation } from '../conversations/store-past-conversation.ts';
import type { PlatformKeys } from '../credentials/credentials.ports.ts';
import type { ProbeDeps } from '../credentials/probe-model.ts';
import { addDocument } from '../documents/add-document.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { assignOrgAgent } from '../orgs/assign-org-agent.ts';
import { createOrg } from '../orgs/create-org.ts';
import type { UploadDeps } from '../uploads/store-file.ts';
import type { FetchPage } from '../websites/websites.ports.ts';
import { demandDemo } from './demo.policy.ts';
import { insertDemo, noteMade } from './demo.queries.ts';
import { isEmptyWorkspace } from './get-demo.ts';
import { DOCUMENTS, SHOP, type ShopConversation, type ShopDocument, spreadOverWeek } from './harbour-bikes.rules.ts';
import { type RemoveDeps, removeDemo } from './remove-demo.ts';

export type DemoDeps = SubdomainDeps &
  ClientDeps &
  UploadDeps &
  RemoveDeps &
  ProbeDeps & {
    systemScope: SystemScope;
    fetchPage: FetchPage;
    cleanCss: CleanCss;
    platformKeys: PlatformKeys;
    publishGate: PublishGate;
  };

/**
 * Fills an empty workspace: a brand on a host of its own (no trial is used up), an org with two clients, a published agent with
 * what it knows, and a week of conversations. Made by the same use cases as a person's own, each with its row in the audit log.
 * Where a step fails, what was made until then is removed. Fails with `conflict` where the workspace is not empty.
 */
export async function startDemo(deps: DemoDeps, member: Member): Promise<void> {
  demandDemo(member);
  const { scope } = member;
  if (!(await isEmptyWorkspace(deps, scope))) refuse();
  await deps.database.transaction(scope, async (tx) => {
    if (!(await insertDemo(tx, scope))) refuse();
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'demo.start', target: scope.workspaceUid });
  });
  try {
    await makeBrand(deps, member);
    const { agentId, documents } = await makeAgent(deps, member);
    await makePeople(deps, member, agentId);
    await storeWeek(deps, member, agentId, documents);
  } catch (error) {
    await removeDemo(deps, member);
    throw error;
  }
}

function refuse(): never {
  fail('conflict', {
    message: 'Demo data is for an empty workspace. This one has an agent or an organization already.',
  });
}

async function makeBrand(deps: DemoDeps, member: Member) {
  const { scope } = member;
  const agencyId = await deps.database.transaction(scope, async (tx) => {
    const id = await insertDemoAgency(tx, scope, { name: 'Example Agency' });
    await noteMade(tx, scope, { agencyId: id });
    return id;
  });
  if (agencyId) await claimSubdomain(deps, member, `demo-${randomText(10).toLowerCase()}`);
}

async function makeAgent(deps: DemoDeps, member: Member) {
  const { scope } = member;
  const agent = await createAgent(deps, member, SHOP.name);
  const agentId = agent.ID;
  await deps.database.transaction(scope, (tx) => noteMade(tx, scope, { agentId }));
  const { description, greeting, suggestedQuestions } = SHOP;
  const settings: AgentSettings = {
    ...agent.settings,
    ...{ description, greeting, suggestedQuestions: [...suggestedQuestions] },
    theme: { ...agent.settings.theme, proactiveMessage: greeting },
  };
  await updateAgent(deps, member, { id: agentId, settings, draftRevision: agent.draftRevision });
  const documents = new Map<ShopDocument, KnowledgeDocument>();
  for (const [name, { title, text }] of Object.entries(DOCUMENTS)) {
    const document = await addDocument(deps, member, agentId, { kind: 'text', title, text });
    documents.set(name as ShopDocument, document);
  }
  await publishAgent(deps, member, { id: agentId, note: 'Demo data' });
  return { agentId, documents };
}

async function makePeople(deps: DemoDeps, member: Member, agentId: AgentId) {
  const { scope } = member;
  const { ID: orgId } = await createOrg(deps, member, { name: SHOP.name });
  await deps.database.transaction(scope, (tx) => noteMade(tx, scope, { orgId: orgId as OrgId }));
  await assignOrgAgent(deps, member, { orgId, agentId });
  for (const person of SHOP.clients) {
    const { ID: clientId } = await createClient(deps, member, {
      orgId,
      ...person,
      // Nobody knows it: their dashboards are opened by the agency.
      dashboardPassword: randomText(30),
      notificationsSettings: { notifyThrough: 'none', notifyIf: 'none' },
    });
    await assignClientAgent(deps, member, { clientId, agentId });
  }
}

async function storeWeek(
  deps: DemoDeps,
  { scope }: Member,
  agentId: AgentId,
  documents: ReadonlyMap<ShopDocument, KnowledgeDocument>,
) {
  for (const { startedAt, conversation } of spreadOverWeek(new Date())) {
    const past = { agentId, startedAt, greeting: SHOP.greeting, ...toPast(conversation, documents) };
    await deps.database.transaction(scope, (tx) => storePastConversation(tx, scope, past));
  }
}

const toPast = (conversation: ShopConversation, documents: ReadonlyMap<ShopDocument, KnowledgeDocument>) => ({
  rating: conversation.rating ?? null,
  ratingComment: conversation.ratingComment ?? '',
  contact: conversation.contact ?? null,
  asksPerson: conversation.asksPerson ?? false,
  turns: conversation.turns.map(({ question, answer, from }) => {
    const document = from && documents.get(from);
    const citations: Citation[] = document
      ? [
          {
            number: 1,
            documentId: document.id,
            title: document.title,
            url: null,
            headingPath: [],
            excerpt: answer.replace(' [1]', ''),
          },
        ]
      : [];
    return { question, answer, citations, isUnknown: from === undefined };
  }),
});
