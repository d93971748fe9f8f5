import { newCallId, newInvitationSecret, newTabId, randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { hashSecret } from '../../src/domain/workspaces/secrets.rules.ts';
import { type Caller, type TestApi, until } from '../harness/api.ts';
import { type Owner, ok, publish, send, settledMessages, signUp, startChat, untilRead } from './api-factory.ts';
import { giveSeats } from './people.ts';
import { makeDraftThings } from './tenant-parts.ts';

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

async function makeCall({ database }: TestApi, { uid }: Owner, agentId: string, conversationId: string) {
  const id = newCallId();
  await database.unscoped.execute(sql`
    insert into calls (id, workspace_uid, agent_id, conversation_id, channel, mode, caller, state, secret_hash, secret_until, ended_at, end_reason)
    values (${id}, ${uid}, ${agentId}, ${conversationId}, 'phone', 'relay', '+15550100', 'ended', ${hashSecret(id)}, now(), now(), 'caller')`);
  return id as string;
}

/** One of everything, read, published, answered: nothing of it changes by itself any more. */
async function makeThings(
  api: TestApi,
  owner: Owner,
  marks: { canary: string; baseURL: string },
): Promise<Omit<Things, keyof People>> {
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

/** The conversation's delivery and notification: events go out after the commit. */
async function untilTold(api: TestApi, owner: Owner) {
  const read = async (path: string) =>
    ok(await api.call('GET', `/v2/workspaces/${owner.uid}/${path}`, { caller: owner.key })).items[0];
  const delivery = await until<{ id: string } | undefined>(() => read('webhook/deliveries'), Boolean);
  const notification = await until<{ ID: string } | undefined>(() => read('notifications'), Boolean);
  return { deliveryId: delivery?.id ?? '', notificationId: notification?.ID ?? '' };
}
