import { AgentSettings } from '@antiphon/contract/agents';
import { type ApiContract, apiContract } from '@antiphon/contract/api';
import { newMessageId } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Tenant } from './tenant.ts';

/** `agents.list`, `visitors.sendMessage` ...: every procedure of the contract. */
export type ProcedureName = {
  [Noun in keyof ApiContract & string]: `${Noun}.${keyof ApiContract[Noun] & string}`;
}[keyof ApiContract & string];

/**
 * Who may call.
 * `user`: whoever is signed in, about themselves. `member`: a member (session) or the key of the workspace; `needs` is the
 * permission, null where every member may. `embed`, `owner`: anybody who knows the agent's or owner's id, for it is public.
 * `visitor`: the bearer of the token of that conversation, nobody else, not even its owner.
 */
export type Row = { access: 'user' | 'member' | 'embed' | 'owner' | 'visitor'; needs: Permission | null } & Example;

type Example = {
  /** Parameters of the path, of a tenant's own things. */
  params: (tenant: Tenant) => Record<string, string>;
  query?: (tenant: Tenant) => Record<string, string>;
  body?: (tenant: Tenant) => unknown;
  /** The call uses up what it names: each caller who succeeds gets things of its own. */
  isOnce?: boolean;
  /** Things of the tenant that the body or query names; another tenant's in their place are not found. */
  alsoNames?: { [what: string]: (own: Tenant, foreign: Tenant) => { query?: Record<string, string>; body?: unknown } };
};

const none = () => ({});
const uid = (t: Tenant) => ({ uid: t.uid });
const agent = (t: Tenant) => ({ id: t.agentId });
const document = (t: Tenant) => ({ id: t.agentId, docId: t.documentId });
const version = (t: Tenant) => ({ id: t.agentId, number: '1' });
const conversation = (t: Tenant) => ({ conversationId: t.conversationId });
const credential = (t: Tenant) => ({ uid: t.uid, credentialId: t.credentialId });
const visited = (t: Tenant) => ({ id: t.conversationId });
const member = (needs: Permission | null, params: Example['params'], more: Partial<Example> = {}): Row => ({
  access: 'member',
  needs,
  params,
  ...more,
});
const open = (access: 'embed' | 'owner' | 'visitor', params: Example['params'], more: Partial<Example> = {}): Row => ({
  access,
  needs: null,
  params,
  ...more,
});
const message = (fileIds: string[] = []) => ({ id: newMessageId(), text: 'Thank you', fileIds });
const form = (name: string, fields: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  data.set('file', new File(['Open from nine to five.'], name, { type: 'text/plain' }));
  return data;
};

/** A new procedure without a row here does not pass the type check. */
export const policyMatrix: Record<ProcedureName, Row> = {
  'workspaces.me': { access: 'user', needs: null, params: none },
  'workspaces.get': member(null, uid),
  'workspaces.update': member('members.write', uid, { body: () => ({ workspaceName: 'Renamed' }) }),
  'workspaces.rotateSecret': member('credentials.write', uid),
  'agents.list': member(null, uid),
  'agents.create': member('agents.write', uid, { body: () => ({ title: 'Second' }) }),
  'agents.get': member(null, agent),
  'agents.update': member('agents.write', agent, {
    isOnce: true,
    body: (t) => ({ settings: AgentSettings.parse({ title: 'Saved' }), draftRevision: t.draftRevision }),
  }),
  'agents.delete': member('agents.write', agent, { isOnce: true }),
  'agents.publish': member('agents.publish', agent, { isOnce: true, body: none }),
  'agents.listVersions': member(null, agent),
  'agents.getVersion': member(null, version),
  'agents.restoreVersion': member('agents.publish', version, { body: none }),
  'knowledge.list': member(null, agent, {
    alsoNames: { parentId: (_own, foreign) => ({ query: { parentId: foreign.documentId } }) },
  }),
  'knowledge.add': member('agents.write', agent, { body: () => form('hours.txt', { kind: 'file' }) }),
  'knowledge.get': member(null, document),
  'knowledge.update': member('agents.write', document, { body: () => ({ title: 'Renamed' }) }),
  'knowledge.delete': member('agents.write', document, { isOnce: true }),
  'knowledge.refresh': member('agents.write', document, { body: none }),
  'knowledge.search': member(null, agent, { body: () => ({ q: 'electric bike' }) }),
  'conversations.list': member(null, agent),
  'conversations.get': member(null, conversation),
  'conversations.getTrace': member(null, (t) => ({ conversationId: t.conversationId, messageId: t.replyId })),
  'conversations.listUnanswered': member(null, agent),
  'conversations.startTest': member(null, agent, { body: none }),
  'visitors.getAgent': open('embed', agent),
  'visitors.getUsage': open('embed', (t) => ({ ID: t.agentId })),
  'visitors.checkCredits': open('owner', (t) => ({ ownerID: t.uid })),
  'visitors.recordAnalytics': open('embed', (t) => ({ ID: t.agentId }), { body: () => ({ record: 'loads' }) }),
  'visitors.startConversation': open('embed', agent, { body: none }),
  'visitors.getConversation': open('visitor', visited),
  'visitors.sendMessage': open('visitor', visited, {
    body: () => message(),
    alsoNames: { fileIds: (_own, foreign) => ({ body: message([foreign.fileId]) }) },
  }),
  'visitors.streamEvents': open('visitor', visited),
  'visitors.stopReply': open('visitor', visited, { body: none }),
  'visitors.rate': open('visitor', visited, { body: () => ({ rating: 5 }) }),
  'visitors.leaveContact': open('visitor', visited, { body: () => ({ email: 'visitor@example.com' }) }),
  'visitors.addFile': open('visitor', visited, { body: () => form('note.txt') }),
  'credentials.list': member(null, uid),
  'credentials.create': member('credentials.write', uid, {
    body: () => ({ provider: 'openai', label: 'Main', secret: 'sk-0123456789abcdef' }),
  }),
  'credentials.delete': member('credentials.write', credential, { isOnce: true }),
  'credentials.test': member('credentials.write', credential, { body: () => ({ model: 'fine' }) }),
  'billing.listUsage': member(null, uid, {
    alsoNames: { agentId: (_own, foreign) => ({ query: { agentId: foreign.agentId } }) },
  }),
};

type Route = { method: string; path: string; status: number };

/** Method, path with its parameters in braces, and the status of a success, as the contract says. */
export function routeOf(name: ProcedureName): Route {
  const [noun, verb] = name.split('.') as [keyof ApiContract, string];
  const procedure = (
    apiContract[noun] as Record<string, { '~orpc': { route: Partial<Route> & { successStatus?: number } } }>
  )[verb];
  const { method = 'GET', path = '/', successStatus = 200 } = procedure?.['~orpc'].route ?? {};
  return { method, path, status: successStatus };
}

/** What stands in the contract and has no row, and the other way around; the types say the same. */
export function findMissingRows(): string[] {
  const inContract = Object.entries(apiContract).flatMap(([noun, verbs]) =>
    Object.keys(verbs).map((verb) => `${noun}.${verb}`),
  );
  const inMatrix = Object.keys(policyMatrix);
  return [
    ...inContract.filter((name) => !inMatrix.includes(name)),
    ...inMatrix.filter((name) => !inContract.includes(name)),
  ];
}
