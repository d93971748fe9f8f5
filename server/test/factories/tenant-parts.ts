import {
  newAccessKeyId,
  newBlueprintPushId,
  newCampaignId,
  newChannelConnectionId,
  newCrawlRunId,
  newDocumentId,
  newHookKey,
  newMcpSourceId,
  newPhoneNumberId,
  randomText,
  type WorkspaceUid,
} from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { makeScope } from '../../src/db/make-scope.ts';
import { sealToken } from '../../src/domain/phone-numbers/phone-account.ts';
import { hashSecret } from '../../src/domain/workspaces/secrets.rules.ts';
import { type TestApi, testSecretKey } from '../harness/api.ts';
import { createAgent, type Owner, ok, publish, useModelServer } from './api-factory.ts';
import { definitionOf, secretFor } from './function-factory.ts';
import { testOf } from './suite-factory.ts';

/** Of which agent, and what stands in all that is not public. */
type Of = { agentId: string; canary: string };

/** What calls use up, each to be had alone. */
export const PARTS = {
  endpoint: makePausedEndpoint,
  document: makeDocument,
  testConversation: makeTestConversation,
  trashed: makeTrashed,
  canned: makeCanned,
  schedule: makeSchedule,
  function: makeFunction,
  callCredential: makeCallCredential,
  suite: makeSuite,
  blueprint: makeBlueprint,
  channel: makeChannel,
  simulated: makeSimulated,
  accessKey: makeAccessKey,
  mcpSource: makeMcpSource,
  phoneNumber: makePhoneNumber,
  campaign: makeCampaign,
  crawl: makeCrawl,
  leads: makeLeads,
  org: makeOrg,
};
export type Part = keyof typeof PARTS;

/** An agent with something new to publish, a credential, and all that stands above. */
export async function makeDraftThings(
  api: TestApi,
  owner: Owner,
  { canary, baseURL }: { canary: string; baseURL: string },
) {
  const withModel = await useModelServer(api, owner, baseURL, 'fine', `sk-${canary}`);
  let credentialId = '';
  const agentId = await createAgent(api, owner, (settings) => {
    credentialId = withModel(settings).model.credentialId ?? '';
    return { ...settings, systemPrompt: canary };
  });
  const of = { agentId, canary };
  const make = <Made>(part: (api: TestApi, owner: Owner, of: Of) => Promise<Made>) => part(api, owner, of);
  return {
    ...{ agentId, credentialId },
    ...(await make(PARTS.endpoint)),
    ...(await make(PARTS.document)),
    ...(await make(PARTS.testConversation)),
    ...(await make(PARTS.trashed)),
    ...(await make(PARTS.canned)),
    ...(await make(PARTS.schedule)),
    ...(await make(PARTS.function)),
    ...(await make(PARTS.callCredential)),
    ...(await make(PARTS.suite)),
    ...(await make(PARTS.blueprint)),
    ...(await make(PARTS.channel)),
    ...(await make(PARTS.simulated)),
    ...(await make(PARTS.accessKey)),
    ...(await make(PARTS.mcpSource)),
    ...(await make(PARTS.phoneNumber)),
    ...(await make(PARTS.campaign)),
    ...(await make(PARTS.crawl)),
    ...(await make(PARTS.leads)),
    ...(await make(PARTS.org)),
  };
}

/** With the revision of the working copy, as which it is saved. */
async function makeDocument(api: TestApi, owner: Owner, { agentId, canary }: Of) {
  const body = { kind: 'text', title: canary, text: `An electric bike costs 28 euros a day. ${canary}` };
  const { id } = ok(await api.call('POST', `/v2/agents/${agentId}/knowledge`, { caller: owner.key, body }));
  const { draftRevision } = ok(await api.call('GET', `/v2/agents/${agentId}`, { caller: owner.key }));
  return { documentId: id as string, draftRevision: draftRevision as number };
}

async function makeTestConversation(api: TestApi, owner: Owner, { agentId }: Of) {
  const path = `/v2/agents/${agentId}/test-conversations`;
  const { conversationId } = ok(await api.call('POST', path, { caller: owner.key, body: {} }));
  return { testConversationId: conversationId as string };
}

async function makeTrashed(api: TestApi, owner: Owner, { canary }: Of) {
  const trashedAgentId = await createAgent(api, owner, (settings) => ({ ...settings, systemPrompt: canary }));
  ok(await api.call('DELETE', `/v2/agents/${trashedAgentId}`, { caller: owner.key }));
  return { trashedAgentId };
}

const idOf = async (api: TestApi, owner: Owner, path: string, body: unknown): Promise<string> =>
  ok(await api.call('POST', `/v2/workspaces/${owner.uid}/${path}`, { caller: owner.key, body })).id;

async function makeCanned(api: TestApi, owner: Owner, { canary }: Of) {
  const body = { shortcut: `r${randomText(8)}`, text: canary };
  return { cannedId: await idOf(api, owner, 'canned-responses', body) };
}

async function makeSchedule(api: TestApi, owner: Owner, { canary }: Of) {
  const week = { name: canary, timeZone: 'Europe/Berlin', days: Array.from({ length: 7 }, () => []) };
  return { scheduleId: await idOf(api, owner, 'schedules', week) };
}

async function makeFunction(api: TestApi, owner: Owner, { canary }: Of) {
  const definition = definitionOf({ name: `f_${randomText(10).toLowerCase()}`, description: canary });
  return { functionId: await idOf(api, owner, 'functions', definition) };
}

async function makeCallCredential(api: TestApi, owner: Owner, { canary }: Of) {
  const secret = secretFor(['https://api.example.com'], { label: canary });
  return { callCredentialId: await idOf(api, owner, 'call-credentials', secret) };
}

/** The first colleague's where there is one, and past the limit of a person, for walks make many: those whom they try it as have none. */
async function makeAccessKey(api: TestApi, { uid }: Owner, { canary: name }: Of) {
  const id = newAccessKeyId();
  await api.database.unscoped.execute(
    sql`insert into access_keys (id, workspace_uid, user_id, name, scopes, secret_hash, last4, expires_at)
        values (${id}, ${uid}, (select user_id from workspace_members where workspace_uid = ${uid} order by user_id = ${uid}, created_at limit 1),
          ${name}, '{}', ${hashSecret(id)}, 'abcd', now() + interval '1 day')`,
  );
  return { accessKeyId: id as string };
}

async function makeMcpSource({ database }: TestApi, { uid }: Owner, { canary }: Of) {
  const id = newMcpSourceId();
  await database.unscoped.execute(sql`
    insert into mcp_sources (id, workspace_uid, name, url, looked_at)
    values (${id}, ${uid}, ${canary}, 'https://mcp.invalid/mcp', now())`);
  await database.unscoped.execute(sql`
    insert into mcp_tools (source_id, name, workspace_uid, title, description, input_schema, output_schema, read_only_hint, fingerprint)
    values (${id}, 'find', ${uid}, '', ${canary}, '{}', 'null', true, ${'a'.repeat(64)})`);
  return { mcpSourceId: id as string };
}

/** A draft: nobody is called. */
async function makeCampaign({ database }: TestApi, { uid }: Owner, { agentId, canary }: Of) {
  const id = newCampaignId();
  await database.unscoped.execute(sql`
    insert into campaigns (id, workspace_uid, agent_id, kind, name, text, days, from_minute, to_minute, created_by)
    values (${id}, ${uid}, ${agentId}, 'call', ${canary}, ${canary}, '{1,2,3,4,5}', 600, 1020, 'key')`);
  await database.unscoped.execute(sql`
    insert into consents (workspace_uid, channel, address, address_mark, topic, is_granted, source, given_at, recorded_by)
    values (${uid}, 'voice', '+12025550100', ${id}, 'marketing', true, ${canary}, now(), 'key')`);
  return { campaignId: id as string };
}

/** Each tenant of a walk has another: there are hundreds, of one list. */
let lastNumber = 0;

/** Of an account that is none: nothing is given back to it. */
async function makePhoneNumber({ database }: TestApi, { uid }: Owner, { canary }: Of) {
  const id = newPhoneNumberId();
  lastNumber += 1;
  const sealed = sealToken(testSecretKey, makeScope(uid as WorkspaceUid), id, 'a'.repeat(32));
  await database.unscoped.execute(sql`
    insert into phone_numbers (id, workspace_uid, number, name, account_id, vendor_id, sealed, hook_key, earlier, closed_text)
    values (${id}, ${uid}, ${`+1202555${String(lastNumber).padStart(4, '0')}`}, ${canary},
      'none', ${`PN${'a'.repeat(32)}`}, ${Buffer.from(sealed)}, ${newHookKey()}, '{}', ${canary})`);
  return { phoneNumberId: id as string };
}

async function makeSuite(api: TestApi, owner: Owner, { agentId, canary }: Of) {
  const post = async (path: string, body: unknown = {}) =>
    ok(await api.call('POST', `/v2/agents/${agentId}/suite${path}`, { caller: owner.key, body }));
  const { id: suiteCaseId } = await post('/cases', testOf({ title: canary, says: canary }));
  const { id: suiteRunId } = await post('/runs');
  await post(`/runs/${suiteRunId}/stop`);
  return { suiteCaseId: suiteCaseId as string, suiteRunId: suiteRunId as string };
}

async function makeCrawl(api: TestApi, { uid }: Owner, { agentId, canary }: Of) {
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

async function makeBlueprint(api: TestApi, owner: Owner, { canary }: Of) {
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

async function makeLeads(api: TestApi, owner: Owner, { agentId, canary }: Of) {
  const post = async (path: string, body: unknown) =>
    ok(await api.call('POST', `/v2/agents/${agentId}/leads${path}`, { caller: owner.key, body }));
  const made = async (): Promise<string> =>
    (await post('', { name: canary, email: `${randomText(12)}@example.com`, note: canary })).id;
  const [leadId, secondLeadId, deletedLeadId] = [await made(), await made(), await made()];
  const { deletionId } = await post('/delete', { leadIds: [deletedLeadId] });
  const { id } = await post('/groups', { name: `${canary}${randomText(6)}` });
  return { leadId, secondLeadId, leadDeletionId: deletionId as string, leadGroupId: id as string };
}

async function makeOrg(api: TestApi, owner: Owner, { agentId, canary }: Of) {
  const post = async (path: string, body: unknown) =>
    ok(await api.call('POST', `/v2/workspaces/${owner.uid}${path}`, { caller: owner.key, body }));
  const { ID: orgId } = await post('/orgs', { name: canary });
  const email = `${randomText(12).toLowerCase()}@example.com`;
  const { ID: clientId } = await post(`/orgs/${orgId}/clients`, { name: canary, email, dashboardPassword: canary });
  await post(`/orgs/${orgId}/agents/${agentId}`, {});
  await post(`/clients/${clientId}/agents/${agentId}`, {});
  return { orgId: orgId as string, clientId: clientId as string, clientEmail: email, clientPassword: canary };
}

/** As if it had been connected: nothing answers for its provider. */
async function makeChannel(api: TestApi, owner: Owner, { agentId, canary: name }: Of) {
  const id = newChannelConnectionId();
  await api.database.unscoped.execute(sql`
    insert into channel_connections (id, workspace_uid, agent_id, provider, external_id, name, handle, sealed, hook_key, state)
    values (${id}, ${owner.uid}, ${agentId}, 'telegram', ${id}, ${name}, 'a_bot', ${Buffer.from('none')}, ${newHookKey()}, 'waiting')`);
  return { connectionId: id as string };
}

/** Of a number whose phone is here, with nothing on it. */
async function makeSimulated(api: TestApi, owner: Owner, { agentId }: Of) {
  const path = `/v2/workspaces/${owner.uid}/agents/${agentId}/simulator`;
  const { id } = ok(await api.call('POST', path, { caller: owner.key, body: { provider: 'sms' } }));
  return { simulatedId: id as string };
}

/** Paused, so that what is told of conversations stands in its log and nothing is tried again behind the test's back. */
async function makePausedEndpoint(api: TestApi, owner: Owner) {
  const body = { endpoint: 'https://example.com/events', subscribedEvents: ['conversation_started'] };
  ok(await api.call('POST', `/v2/workspaces/${owner.uid}/webhook`, { caller: owner.key, body }));
  ok(await api.call('POST', `/v2/workspaces/${owner.uid}/webhook/pause`, { caller: owner.key }));
  const settings = { notifyThrough: 'none', notifyIf: 'all' };
  const path = `/v2/workspaces/${owner.uid}/notifications/settings`;
  ok(await api.call('POST', path, { caller: owner.key, body: settings }));
  return {};
}
