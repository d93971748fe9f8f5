import {
  newAccessKeyId,
  newBlueprintPushId,
  newCallId,
  newCampaignId,
  newChannelConnectionId,
  newCrawlRunId,
  newDocumentId,
  newHookKey,
  newInvitationSecret,
  newMcpSourceId,
  newPhoneNumberId,
  newTabId,
  randomText,
  type WorkspaceUid,
} from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { makeScope } from '../../src/db/make-scope.ts';
import { sealToken } from '../../src/domain/phone-numbers/phone-account.ts';
import { hashSecret } from '../../src/domain/workspaces/secrets.rules.ts';
import { type Caller, type TestApi, testSecretKey, until } from '../harness/api.ts';
import {
  createAgent,
  type Owner,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  untilRead,
  useModelServer,
} from './api-factory.ts';
import { definitionOf, secretFor } from './function-factory.ts';
import { giveSeats } from './people.ts';
import { testOf } from './suite-factory.ts';

/** A workspace with one of everything. `canary` stands in all that is not public, so that a leak of any of it is seen. */
export type Tenant = Owner & Things & { canary: string };
export type Things = People & {
  agencyId: string;
  /** A custom tab that all of its clients see. */
  tabId: string;
  agentId: string;
  /** One that lies in the trash. */
  trashedAgentId: string;
  cannedId: string;
  leadId: string;
  secondLeadId: string;
  leadDeletionId: string;
  leadGroupId: string;
  orgId: string;
  /** A person of that org; both see the agent. */
  clientId: string;
  clientEmail: string;
  clientPassword: string;
  /** One that a member began with the working copy; nothing was asked in it. */
  testConversationId: string;
  draftRevision: number;
  documentId: string;
  credentialId: string;
  scheduleId: string;
  functionId: string;
  callCredentialId: string;
  accessKeyId: string;
  /** Nobody answers at its address; of its tool everything is known. */
  mcpSourceId: string;
  /** Nobody answers it. */
  phoneNumberId: string;
  campaignId: string;
  suiteCaseId: string;
  /** Stopped before it had its verdict. */
  suiteRunId: string;
  /** A blueprint, the agent that follows it, and a push that stands still: two agents are done and failed. */
  blueprintId: string;
  followerId: string;
  /** One that follows nothing. */
  looseAgentId: string;
  blueprintPushId: string;
  /** A crawl, its run, which waits for approval, and a page that it adds. */
  crawlId: string;
  crawlRunId: string;
  crawlPageId: string;
  connectionId: string;
  /** One that is only tried. */
  simulatedId: string;
  sendingDomainId: string;
  /** A host of its own. */
  domain: string;
  conversationId: string;
  visitorToken: string;
  /** It has ended. */
  callId: string;
  replyId: string;
  fileId: string;
  deliveryId: string;
  notificationId: string;
};

/** A member, somebody invited who has an account, and a further workspace with the same member. */
export type People = Invited & { furtherUid: string };
type Invited = {
  colleagueId: string;
  invitationId: string;
  invitationSecret: string;
  invitedEmail: string;
  invitee: Caller;
};

export async function makeTenant(api: TestApi, baseURL: string): Promise<Tenant> {
  const owner = await signUp(api);
  const canary = `canary${randomText(16)}`;
  ok(await api.call('POST', `/v2/workspaces/${owner.uid}`, { caller: owner.key, body: { workspaceName: canary } }));
  await giveSeats(api.database, owner.uid, 1_000);
  const people = await makePeople(api, owner);
  const furtherUid = await makeFurtherWorkspace(api, owner, { canary, colleagueId: people.colleagueId });
  return { ...owner, canary, ...people, furtherUid, ...(await makeThings(api, owner, { canary, baseURL })) };
}

export async function makePeople(api: TestApi, owner: Owner): Promise<Invited> {
  const [colleague, invited] = [await signUp(api), await signUp(api)];
  await addMember(api, owner.uid, colleague.uid);
  const body = { to: invited.email };
  const sent = ok(await api.call('POST', `/v2/workspaces/${owner.uid}/email`, { caller: owner.key, body }));
  // The secret stands in the mail alone: this one is put in its place.
  const invitationSecret = newInvitationSecret();
  await api.database.unscoped.execute(
    sql`update invitations set secret_hash = ${hashSecret(invitationSecret)} where id = ${sent.invitation.id}`,
  );
  const invitationId = sent.invitation.id as string;
  return {
    colleagueId: colleague.uid,
    invitationId,
    invitationSecret,
    invitedEmail: invited.email,
    invitee: invited.caller,
  };
}

export async function makeFurtherWorkspace(
  api: TestApi,
  owner: Owner,
  { canary, colleagueId }: { canary: string; colleagueId: string },
): Promise<string> {
  const body = { workspaceName: canary };
  const { uid } = ok(await api.call('POST', '/v2/workspaces', { caller: owner.caller, body }));
  await addMember(api, uid, colleagueId);
  return uid;
}

const addMember = (api: TestApi, uid: string, userId: string) =>
  api.database.unscoped.execute(
    sql`insert into workspace_members (workspace_uid, user_id, permissions) values (${uid}, ${userId}, '[]')`,
  );

type Marks = { canary: string; baseURL: string };

/** An agent with something new to publish, a document and a credential: what calls use up. */
export async function makeDraftThings(api: TestApi, owner: Owner, { canary, baseURL }: Marks) {
  const withModel = await useModelServer(api, owner, baseURL, 'fine', `sk-${canary}`);
  let credentialId = '';
  const agentId = await createAgent(api, owner, (settings) => {
    credentialId = withModel(settings).model.credentialId ?? '';
    return { ...settings, systemPrompt: canary };
  });
  await makePausedEndpoint(api, owner);
  const text = { kind: 'text', title: canary, text: `An electric bike costs 28 euros a day. ${canary}` };
  const document = ok(await api.call('POST', `/v2/agents/${agentId}/knowledge`, { caller: owner.key, body: text }));
  const { draftRevision } = ok(await api.call('GET', `/v2/agents/${agentId}`, { caller: owner.key }));
  const { conversationId } = ok(
    await api.call('POST', `/v2/agents/${agentId}/test-conversations`, { caller: owner.key, body: {} }),
  );
  const trashedAgentId = await createAgent(api, owner, (settings) => ({ ...settings, systemPrompt: canary }));
  ok(await api.call('DELETE', `/v2/agents/${trashedAgentId}`, { caller: owner.key }));
  const canned = { shortcut: `r${randomText(8)}`, text: canary };
  const { id: cannedId } = ok(
    await api.call('POST', `/v2/workspaces/${owner.uid}/canned-responses`, { caller: owner.key, body: canned }),
  );
  const week = { name: canary, timeZone: 'Europe/Berlin', days: Array.from({ length: 7 }, () => []) };
  const { id: scheduleId } = ok(
    await api.call('POST', `/v2/workspaces/${owner.uid}/schedules`, { caller: owner.key, body: week }),
  );
  const { id: functionId } = ok(
    await api.call('POST', `/v2/workspaces/${owner.uid}/functions`, {
      caller: owner.key,
      body: definitionOf({ name: `f_${randomText(10).toLowerCase()}`, description: canary }),
    }),
  );
  const { id: callCredentialId } = ok(
    await api.call('POST', `/v2/workspaces/${owner.uid}/call-credentials`, {
      caller: owner.key,
      body: secretFor(['https://api.example.com'], { label: canary }),
    }),
  );
  const suite = await makeSuite(api, owner, agentId, canary);
  const blueprint = await makeBlueprint(api, owner, canary);
  const connectionId = await makeChannel(api, owner, { agentId, name: canary });
  const simulatedId = await makeSimulated(api, owner, agentId);
  return {
    agentId,
    connectionId,
    simulatedId,
    trashedAgentId,
    cannedId: cannedId as string,
    scheduleId: scheduleId as string,
    functionId: functionId as string,
    callCredentialId: callCredentialId as string,
    accessKeyId: await makeAccessKey(api, owner, canary),
    mcpSourceId: await makeMcpSource(api, owner, canary),
    phoneNumberId: await makePhoneNumber(api, owner, canary),
    campaignId: await makeCampaign(api, owner, agentId, canary),
    ...suite,
    ...blueprint,
    ...(await makeCrawl(api, owner, agentId, canary)),
    ...(await makeLeads(api, owner, agentId, canary)),
    ...(await makeOrg(api, owner, agentId, canary)),
    credentialId,
    documentId: document.id as string,
    draftRevision: draftRevision as number,
    testConversationId: conversationId as string,
  };
}

/** The first colleague's where there is one, and past the limit of a person, for walks make many: those whom they try it as have none. */
async function makeAccessKey(api: TestApi, { uid }: Owner, name: string): Promise<string> {
  const id = newAccessKeyId();
  await api.database.unscoped.execute(
    sql`insert into access_keys (id, workspace_uid, user_id, name, scopes, secret_hash, last4, expires_at)
        values (${id}, ${uid}, (select user_id from workspace_members where workspace_uid = ${uid} order by user_id = ${uid}, created_at limit 1),
          ${name}, '{}', ${hashSecret(id)}, 'abcd', now() + interval '1 day')`,
  );
  return id;
}

async function makeCall({ database }: TestApi, { uid }: Owner, agentId: string, conversationId: string) {
  const id = newCallId();
  await database.unscoped.execute(sql`
    insert into calls (id, workspace_uid, agent_id, conversation_id, channel, mode, caller, state, secret_hash, secret_until, ended_at, end_reason)
    values (${id}, ${uid}, ${agentId}, ${conversationId}, 'phone', 'relay', '+15550100', 'ended', ${hashSecret(id)}, now(), now(), 'caller')`);
  return id as string;
}

async function makeMcpSource({ database }: TestApi, { uid }: Owner, canary: string): Promise<string> {
  const id = newMcpSourceId();
  await database.unscoped.execute(sql`
    insert into mcp_sources (id, workspace_uid, name, url, looked_at)
    values (${id}, ${uid}, ${canary}, 'https://mcp.invalid/mcp', now())`);
  await database.unscoped.execute(sql`
    insert into mcp_tools (source_id, name, workspace_uid, title, description, input_schema, output_schema, read_only_hint, fingerprint)
    values (${id}, 'find', ${uid}, '', ${canary}, '{}', 'null', true, ${'a'.repeat(64)})`);
  return id;
}

/** A draft: nobody is called. */
export async function makeCampaign(
  { database }: TestApi,
  { uid }: Owner,
  agentId: string,
  canary: string,
): Promise<string> {
  const id = newCampaignId();
  await database.unscoped.execute(sql`
    insert into campaigns (id, workspace_uid, agent_id, kind, name, text, days, from_minute, to_minute, created_by)
    values (${id}, ${uid}, ${agentId}, 'call', ${canary}, ${canary}, '{1,2,3,4,5}', 600, 1020, 'key')`);
  await database.unscoped.execute(sql`
    insert into consents (workspace_uid, channel, address, address_mark, topic, is_granted, source, given_at, recorded_by)
    values (${uid}, 'voice', '+12025550100', ${id}, 'marketing', true, ${canary}, now(), 'key')`);
  return id;
}

/** Each tenant of a walk has another: there are hundreds, of one list. */
let lastNumber = 0;

/** Of an account that is none: nothing is given back to it. */
async function makePhoneNumber({ database }: TestApi, { uid }: Owner, canary: string): Promise<string> {
  const id = newPhoneNumberId();
  lastNumber += 1;
  const sealed = sealToken(testSecretKey, makeScope(uid as WorkspaceUid), id, 'a'.repeat(32));
  await database.unscoped.execute(sql`
    insert into phone_numbers (id, workspace_uid, number, name, account_id, vendor_id, sealed, hook_key, earlier, closed_text)
    values (${id}, ${uid}, ${`+1202555${String(lastNumber).padStart(4, '0')}`}, ${canary},
      'none', ${`PN${'a'.repeat(32)}`}, ${Buffer.from(sealed)}, ${newHookKey()}, '{}', ${canary})`);
  return id;
}

async function makeSuite(api: TestApi, owner: Owner, agentId: string, canary: string) {
  const post = async (path: string, body: unknown = {}) =>
    ok(await api.call('POST', `/v2/agents/${agentId}/suite${path}`, { caller: owner.key, body }));
  const { id: suiteCaseId } = await post('/cases', testOf({ title: canary, says: canary }));
  const { id: suiteRunId } = await post('/runs');
  await post(`/runs/${suiteRunId}/stop`);
  return { suiteCaseId: suiteCaseId as string, suiteRunId: suiteRunId as string };
}

async function makeCrawl(api: TestApi, { uid }: Owner, agentId: string, canary: string) {
  const [crawlId, crawlRunId, crawlPageId] = [newDocumentId(), newCrawlRunId(), `crp_${randomText(22)}`];
  const progress = { step: 'done', found: 1, read: 1, failed: 0, skipped: 0 };
  const unscoped = api.database.unscoped;
  await unscoped.execute(sql`
    insert into knowledge_documents (id, workspace_uid, agent_id, kind, title, url, state, progress, last_read_at)
    values (${crawlId}, ${uid}, ${agentId}, 'crawl', ${canary}, 'https://site.example.com/', 'SUCCESS', ${JSON.stringify(progress)}, now())`);
  await unscoped.execute(sql`
    insert into crawl_runs (id, workspace_uid, agent_id, document_id, state, known, added)
    values (${crawlRunId}, ${uid}, ${agentId}, ${crawlId}, 'waiting', 0, 1)`);
  await unscoped.execute(sql`
    insert into crawl_run_pages (id, workspace_uid, run_id, visited, url, title, change, after)
    values (${crawlPageId}, ${uid}, ${crawlRunId}, 'https://site.example.com/', 'https://site.example.com/', ${canary}, 'added', ${canary})`);
  return { crawlId: crawlId as string, crawlRunId: crawlRunId as string, crawlPageId };
}

export async function makeBlueprint(api: TestApi, owner: Owner, canary: string) {
  const blueprintId = await createAgent(api, owner, (settings) => ({ ...settings, systemPrompt: canary }));
  await publish(api, owner, blueprintId);
  const path = `/v2/agents/${blueprintId}/blueprint/agents`;
  const follow = async () =>
    ok(await api.call('POST', path, { caller: owner.key, body: { title: canary } })).agentId as string;
  const [followerId, otherId] = [await follow(), await follow()];
  const looseAgentId = await createAgent(api, owner, (settings) => ({ ...settings, systemPrompt: canary }));
  // Two states at once, which no push of two agents comes to rest in.
  const pushId = newBlueprintPushId();
  await api.database.unscoped.execute(sql`insert into blueprint_pushes
    (id, workspace_uid, blueprint_id, version, settings, locked, publishes, in_waves, wave, state)
    select ${pushId}, workspace_uid, agent_id, number, settings, '[]', false, false, 2, 'paused'
    from agent_versions where agent_id = ${blueprintId}`);
  await api.database.unscoped.execute(sql`insert into blueprint_targets
    (push_id, position, workspace_uid, agent_id, wave, state) values
    (${pushId}, 1, ${owner.uid}, ${followerId}, 2, 'done'), (${pushId}, 2, ${owner.uid}, ${otherId}, 2, 'failed')`);
  // Ahead of live, to be promoted.
  await api.database.unscoped.execute(sql`
    insert into agent_versions (agent_id, number, workspace_uid, settings)
    select agent_id, 2, workspace_uid, settings from agent_versions where agent_id = ${blueprintId}`);
  await api.database.unscoped.execute(sql`update agents set staging_version = 2 where id = ${blueprintId}`);
  return { blueprintId, followerId, looseAgentId, blueprintPushId: pushId as string };
}

async function makeLeads(api: TestApi, owner: Owner, agentId: string, canary: string) {
  const post = async (path: string, body: unknown) =>
    ok(await api.call('POST', `/v2/agents/${agentId}/leads${path}`, { caller: owner.key, body }));
  const made = async (): Promise<string> =>
    (await post('', { name: canary, email: `${randomText(12)}@example.com`, note: canary })).id;
  const [leadId, secondLeadId, deletedLeadId] = [await made(), await made(), await made()];
  const { deletionId } = await post('/delete', { leadIds: [deletedLeadId] });
  const { id } = await post('/groups', { name: canary });
  return { leadId, secondLeadId, leadDeletionId: deletionId as string, leadGroupId: id as string };
}

async function makeOrg(api: TestApi, owner: Owner, agentId: string, canary: string) {
  const post = async (path: string, body: unknown) =>
    ok(await api.call('POST', `/v2/workspaces/${owner.uid}${path}`, { caller: owner.key, body }));
  const { ID: orgId } = await post('/orgs', { name: canary });
  const email = `${randomText(12).toLowerCase()}@example.com`;
  const { ID: clientId } = await post(`/orgs/${orgId}/clients`, { name: canary, email, dashboardPassword: canary });
  await post(`/orgs/${orgId}/agents/${agentId}`, {});
  await post(`/clients/${clientId}/agents/${agentId}`, {});
  return { orgId: orgId as string, clientId: clientId as string, clientEmail: email, clientPassword: canary };
}

/** One of everything, read, published, answered: nothing of it changes by itself any more. */
async function makeThings(api: TestApi, owner: Owner, marks: Marks): Promise<Omit<Things, keyof People>> {
  const trial = { caller: owner.key, body: { uid: owner.uid } };
  const { agency } = ok(await api.call('POST', '/rpc/activateWhitelabelTrial', trial));
  const claim = { uid: owner.uid, customDomain: `h${owner.uid}`, isVGSubdomain: true };
  ok(await api.call('POST', '/hosting/custom-domain', { caller: owner.key, body: claim }));
  const domain = `portal.t${owner.uid.toLowerCase()}.localhost`;
  const own = { uid: owner.uid, customDomain: domain, isCustomDomain: true };
  ok(await api.call('POST', '/hosting/custom-domain', { caller: owner.key, body: own }));
  const tabId = newTabId();
  const tab = { ID: tabId, label: 'Offers', href: '/offers', htmlContent: marks.canary, alwaysVisible: true };
  ok(await api.call('POST', `/v2/workspaces/${owner.uid}/agency`, { caller: owner.key, body: { customTabs: [tab] } }));
  const path = `/resend/domains/${owner.uid.toLowerCase()}.example.org`;
  const { data } = ok(await api.call('POST', path, { caller: owner.key, body: {} }));
  // Not by the clock: a walk compares what it was with what it is.
  await api.database.unscoped.execute(sql`update sending_domains set next_check_at = null where id = ${data.id}`);
  const made = await makeDraftThings(api, owner, marks);
  const { agentId } = made;
  await untilRead(api, owner, agentId, made.documentId);
  await publish(api, owner, agentId);
  const chat = await startChat(api, agentId);
  const file = new FormData();
  file.set('file', new File([marks.canary], `${marks.canary}.txt`));
  const attachment = ok(
    await api.call('POST', `/public/conversations/${chat.conversationId}/files`, { caller: chat.visitor, body: file }),
  );
  ok(await send(api, chat, `What does an electric bike cost? ${marks.canary}`));
  const messages = await settledMessages(api, owner, chat);
  return {
    agencyId: agency.ID as string,
    tabId,
    sendingDomainId: data.id as string,
    domain,
    ...made,
    conversationId: chat.conversationId,
    visitorToken: chat.visitor.bearer ?? '',
    replyId: messages.at(-1)?.id ?? '',
    fileId: attachment.id,
    callId: await makeCall(api, owner, agentId, chat.conversationId),
    ...(await untilTold(api, owner)),
  };
}

/** As if it had been connected: nothing answers for its provider. */
async function makeChannel(api: TestApi, owner: Owner, { agentId, name }: { agentId: string; name: string }) {
  const id = newChannelConnectionId();
  await api.database.unscoped.execute(sql`
    insert into channel_connections (id, workspace_uid, agent_id, provider, external_id, name, handle, sealed, hook_key, state)
    values (${id}, ${owner.uid}, ${agentId}, 'telegram', ${id}, ${name}, 'a_bot', ${Buffer.from('none')}, ${newHookKey()}, 'waiting')`);
  return id as string;
}

/** Of a number whose phone is here, with nothing on it. */
async function makeSimulated(api: TestApi, owner: Owner, agentId: string): Promise<string> {
  const path = `/v2/workspaces/${owner.uid}/agents/${agentId}/simulator`;
  return ok(await api.call('POST', path, { caller: owner.key, body: { provider: 'sms' } })).id;
}

/** Paused, so that what is told of conversations stands in its log and nothing is tried again behind the test's back. */
async function makePausedEndpoint(api: TestApi, owner: Owner) {
  const body = { endpoint: 'https://example.com/events', subscribedEvents: ['conversation_started'] };
  ok(await api.call('POST', `/v2/workspaces/${owner.uid}/webhook`, { caller: owner.key, body }));
  ok(await api.call('POST', `/v2/workspaces/${owner.uid}/webhook/pause`, { caller: owner.key }));
  const settings = { notifyThrough: 'none', notifyIf: 'all' };
  const path = `/v2/workspaces/${owner.uid}/notifications/settings`;
  ok(await api.call('POST', path, { caller: owner.key, body: settings }));
}

/** The conversation's delivery and notification: events go out after the commit. */
async function untilTold(api: TestApi, owner: Owner) {
  const read = async (path: string) =>
    ok(await api.call('GET', `/v2/workspaces/${owner.uid}/${path}`, { caller: owner.key })).items[0];
  const delivery = await until<{ id: string } | undefined>(() => read('webhook/deliveries'), Boolean);
  const notification = await until<{ ID: string } | undefined>(() => read('notifications'), Boolean);
  return { deliveryId: delivery?.id ?? '', notificationId: notification?.ID ?? '' };
}
