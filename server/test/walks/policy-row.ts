import type { ApiContract } from '@antiphon/contract/api';
import type { ClientPage } from '@antiphon/contract/client-pages';
import { newMessageId } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Tenant } from '../factories/tenant.ts';
import type { Part } from '../factories/tenant-parts.ts';

/** `agents.list`, `visitors.sendMessage` ...: every procedure of the contract. */
export type ProcedureName = {
  [Noun in keyof ApiContract & string]: `${Noun}.${keyof ApiContract[Noun] & string}`;
}[keyof ApiContract & string];

/**
 * Who may call.
 * `user`: whoever is signed in, about themselves. `member`: a member (session) or the key of the workspace; `needs` is the
 * permission, null where every member may. `embed`, `owner`: anybody who knows the agent's or owner's id, for it is public.
 * `visitor`: the bearer of the token of that conversation, nobody else, not even its owner. `link`: whoever holds the link of
 * an invitation. `anybody`: everybody. `local`: whoever sits at the machine of the server. `invitee`: the account of the invited address, with that link.
 * `host`: anybody on an agency's host. `client`: a client there, about themselves and their org; on the platform's own host
 * neither exists. `client` of a member's call: what opens it to clients too; without it every client is refused.
 */
export type Row = {
  access:
    | 'anybody'
    | 'local'
    | 'user'
    | 'member'
    | 'embed'
    | 'owner'
    | 'visitor'
    | 'link'
    | 'invitee'
    | 'host'
    | 'client';
  needs: Needs | null;
  client?: ClientAccess;
} & Example;
/**
 * `page`: one or some that open it, `any` where every page does. `list`: the answer holds what is of the client's agents alone.
 * `status`: what a client is answered, where it is not what a member is; `opened`: what the agency in the client's place is.
 */
export type ClientAccess = {
  page: ClientPage | readonly ClientPage[] | 'any';
  of: 'agent' | 'conversation' | 'list';
  status?: number;
  opened?: number;
};
/** `all`: every permission there is. `ownership`: the owner in person, neither the key nor a member with all permissions. */
export type Needs = Permission | 'all' | 'ownership';

export type Example = {
  /** What whoever may call is answered, where the example names what is not there: its refusal is then the use case's own. */
  status?: number;
  /** Parameters of the path, of a tenant's own things. */
  params: (tenant: Tenant) => Record<string, string>;
  query?: (tenant: Tenant) => Record<string, string>;
  body?: (tenant: Tenant) => unknown;
  /** What the call uses up: each caller who succeeds gets one of its own. `agent`: one with all that a tenant's has. */
  isOnce?: 'people' | 'further' | 'agent' | Part;
  /** The workspace that is called for, where it is not the tenant's personal one. */
  workspace?: (tenant: Tenant) => string;
  /** Of those that `access` and `needs` let in, who can do it at all: the owner cannot leave. */
  only?: ('the owner' | 'the key' | 'a member')[];
  /**
   * Every call that needs a permission and changes something leaves exactly one row in the audit log, unless this says why not.
   */
  unaudited?: string;
  /** Things of the tenant that the body or query names; another tenant's in their place are not found. */
  alsoNames?: { [what: string]: (own: Tenant, foreign: Tenant) => { query?: Record<string, string>; body?: unknown } };
};

export const none = () => ({});
export const uid = (t: Tenant) => ({ uid: t.uid });
export const agent = (t: Tenant) => ({ id: t.agentId });
export const org = (t: Tenant) => ({ uid: t.uid, orgId: t.orgId });
export const orgAgent = (t: Tenant) => ({ ...org(t), agentId: t.agentId });
export const client = (t: Tenant) => ({ uid: t.uid, clientId: t.clientId });
export const clientAgent = (t: Tenant) => ({ ...client(t), agentId: t.agentId });
export const trashed = (t: Tenant) => ({ id: t.trashedAgentId });
export const document = (t: Tenant) => ({ id: t.agentId, docId: t.documentId });
export const version = (t: Tenant) => ({ id: t.agentId, number: '1' });
export const conversation = (t: Tenant) => ({ conversationId: t.conversationId });
export const inboxed = (t: Tenant) => ({ uid: t.uid, conversationId: t.conversationId });
/** Operators are people: a key takes nothing over. */
export const HELD: Partial<Example> = {
  unaudited: 'it stands in the conversation itself, with the name of who did it',
  only: ['the owner', 'a member'],
};
export const UNHELD = { status: 409 };
export const credential = (t: Tenant) => ({ uid: t.uid, credentialId: t.credentialId });
export const simulated = (t: Tenant) => ({ uid: t.uid, agentId: t.agentId, connectionId: t.simulatedId });
export const channel = (t: Tenant) => ({ uid: t.uid, agentId: t.agentId, connectionId: t.connectionId });
export const schedule = (t: Tenant) => ({ uid: t.uid, scheduleId: t.scheduleId });
export const httpFunction = (t: Tenant) => ({ uid: t.uid, functionId: t.functionId });
export const suiteCase = (t: Tenant) => ({ id: t.agentId, caseId: t.suiteCaseId });
export const suiteRun = (t: Tenant) => ({ id: t.agentId, runId: t.suiteRunId });
export const blueprint = (t: Tenant) => ({ id: t.blueprintId });
export const followed = (t: Tenant) => ({ ...blueprint(t), agentId: t.followerId });
export const blueprintPush = (t: Tenant) => ({ ...blueprint(t), pushId: t.blueprintPushId });
export const crawl = (t: Tenant) => ({ id: t.agentId, docId: t.crawlId });
export const crawlRun = (t: Tenant) => ({ ...crawl(t), runId: t.crawlRunId });
export const mcpSource = (t: Tenant) => ({ uid: t.uid, sourceId: t.mcpSourceId });
export const phoneNumber = (t: Tenant) => ({ uid: t.uid, phoneNumberId: t.phoneNumberId });
export const callCredential = (t: Tenant) => ({ uid: t.uid, callCredentialId: t.callCredentialId });
export const accessKey = (t: Tenant) => ({ uid: t.uid, accessKeyId: t.accessKeyId });
export const colleague = (t: Tenant) => ({ uid: t.uid, userId: t.colleagueId });
export const further = (t: Tenant) => ({ uid: t.furtherUid });
export const DRAFT = { unaudited: 'a working copy, which nobody meets before it is published' };
export const CONTENT = { unaudited: 'what an agent knows; the document shows what became of it' };
export const inFurther: Partial<Example> = { workspace: (t) => t.furtherUid, only: ['the owner'] };
export const invitation = (t: Tenant) => ({ uid: t.uid, invitationId: t.invitationId });
export const link = (t: Tenant) => ({ secret: t.invitationSecret, email: t.invitedEmail });
export const delivery = (t: Tenant) => ({ uid: t.uid, deliveryId: t.deliveryId });
export const visited = (t: Tenant) => ({ id: t.conversationId });
export const member = (needs: Needs | null, params: Example['params'], more: Partial<Row> = {}): Row => ({
  access: 'member',
  needs,
  params,
  ...more,
});
export const open = (
  access: Exclude<Row['access'], 'user' | 'member'>,
  params: Example['params'],
  more: Partial<Example> = {},
): Row => ({
  access,
  needs: null,
  params,
  ...more,
});
export const message = (fileIds: string[] = []) => ({ id: newMessageId(), text: 'Thank you', fileIds });
/** A png of one pixel. */
export const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const form = (name: string, fields: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  const content = name.endsWith('.png') ? Buffer.from(DOT, 'base64') : 'Open from nine to five.';
  data.set('file', new File([content], name));
  return data;
};

export const person = (example: Partial<Example> = {}): Row => ({
  access: 'user',
  needs: null,
  params: none,
  ...example,
});
