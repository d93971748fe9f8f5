import type { SpeechHost } from '@antiphon/contract/credentials';
import {
  type AgentId,
  type ConversationId,
  type DocumentId,
  newNotificationId,
  type OrgId,
} from '@antiphon/contract/ids';
import type { NotificationKind } from '@antiphon/contract/notifications';
import { type Database, readOnce, type Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findAgencyFace } from '../agencies/find-agency-face.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import { emit } from '../events/emit.ts';
import { listMemberAddressesWithin } from '../members/list-member-addresses.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { listTold } from './list-told.ts';
import { mailContact, paragraphsOf } from './mail-contact.ts';
import { writeNotification } from './notification-words.rules.ts';
import {
  type ContactRef,
  deleteRequestsAbout,
  findAgentTitle,
  findContact,
  findDocumentTitle,
  findLeftMessage,
  findOrgName,
  hasSubscriptions,
  insertNotification,
  listSettings,
  type NotificationRow,
} from './notifications.queries.ts';
import { clientPathOf, DEFAULT_SETTINGS, isToldBy, levelOf, NO_EMAIL } from './notifications.rules.ts';

const SPEECH_NAMES: Record<SpeechHost, string> = { deepgram: 'Deepgram' };

type Deps = {
  database: Database;
  systemScope: SystemScope;
  secretKey: string;
  publicUrl: string | null;
  signals: Signals;
};
type RaisingEvent = { id: string; type: string; payload: Record<string, unknown>; createdAt: Date };
type Drawn = {
  kind: NotificationKind;
  values: Record<string, string>;
  path: string;
  source: string;
  agentId: AgentId | null;
};

/**
 * Tells the members of a workspace, and clients of the agent, what happened: in the dashboard, and by mail where they want
 * that. Once an event. Answers what is to be done after the commit.
 */
export async function raiseNotification(
  deps: Deps,
  tx: Tx,
  scope: Scope,
  event: RaisingEvent,
): Promise<(() => void) | undefined> {
  const drawn = await draw(tx, scope, event);
  if (!drawn) return;
  const { kind, values, source, agentId } = drawn;
  const { people, clients, chosen, isPushed } = await readAudience(deps, tx, scope, drawn);
  // Nobody is left to be told.
  if (people.length === 0 && clients.length === 0) return;
  // One of a conversation: who asks again, or leaves an address as well, wants one person.
  if (kind === 'person_requested') await deleteRequestsAbout(tx, scope, event.payload.conversationId as ConversationId);
  const made = await insertNotification(tx, {
    id: newNotificationId(),
    workspaceUid: scope.workspaceUid,
    notificationLevel: levelOf(kind),
    kind,
    values,
    ...writeNotification(kind, values, 'en'),
    urlPathname: `/app/${deps.database.region}${drawn.path}`,
    source,
    agentId,
    ts: event.createdAt,
  });
  if (!made) return;
  const url = deps.publicUrl ? `${deps.publicUrl}${made.urlPathname}` : '';
  const named = await mailNamed(deps, tx, scope, event, made, { people, clients });
  const paragraphs = await readLeft(tx, scope, event);
  for (const { userId, email, language } of people)
    if (email !== named && isToldBy('email', made.notificationLevel, chosen.get(userId) ?? DEFAULT_SETTINGS)) {
      const props = { ...writeNotification(kind, values, language), paragraphs, url };
      await queueWhereAllowed(deps, tx, scope, { template: 'notification', to: email, language, props });
    }
  await mailClients(
    deps,
    tx,
    scope,
    made,
    clients.filter(({ email }) => email !== named),
    paragraphs,
  );
  if (isPushed) await emit(tx, scope, { type: 'notification_raised', payload: { notificationId: made.id } });
  return () => deps.signals.tell(scope.workspaceUid, { kind: 'notification', id: made.id });
}

/** Who is to know, and how each of them wants to. */
const readAudience = (deps: Deps, tx: Tx, scope: Scope, { agentId, kind }: Drawn) =>
  readOnce(tx, `notifications.audience ${scope.workspaceUid} ${agentId} ${kind}`, async () => ({
    people: await listMemberAddressesWithin(deps, tx, scope.workspaceUid),
    clients: agentId ? await listTold(tx, scope, agentId, kind) : [],
    chosen: await listSettings(tx, scope),
    isPushed: await hasSubscriptions(tx, scope),
  }));

/** Whom the agent's settings name is written to when a visitor left a message for a person. Answers their address. */
async function mailNamed(
  deps: Deps,
  tx: Tx,
  scope: Scope,
  { payload }: RaisingEvent,
  { agentId, values, urlPathname }: NotificationRow,
  told: Pick<Parameters<typeof mailContact>[3], 'people' | 'clients'>,
): Promise<string | null> {
  if (payload.asksForPerson !== true || !agentId) return null;
  const { conversationId } = payload as ContactRef;
  return mailContact(deps, tx, scope, {
    agentId,
    agentTitle: values.agent ?? '',
    conversationId,
    urlPathname,
    ...told,
  });
}

/** The message that was left for a person, so that who is mailed can answer it. */
async function readLeft(tx: Tx, scope: Scope, { payload }: RaisingEvent): Promise<string[]> {
  if (payload.asksForPerson !== true) return [];
  return paragraphsOf(await findLeftMessage(tx, scope, (payload as ContactRef).conversationId));
}

/** In their agency's name, with a link to its own host. */
async function mailClients(
  deps: Deps,
  tx: Tx,
  scope: Scope,
  { kind, values, urlPathname, agentId, notificationLevel }: NotificationRow,
  clients: Awaited<ReturnType<typeof listTold>>,
  paragraphs: string[],
) {
  const wanted = clients.filter(({ notificationsSettings }) =>
    isToldBy('email', notificationLevel, notificationsSettings),
  );
  const agency = wanted.length === 0 ? null : await findAgencyFace(deps, tx, scope);
  if (!agency) return;
  const url = agency.url === '' ? '' : `${agency.url}${clientPathOf(urlPathname, agentId)}`;
  for (const { email, language } of wanted) {
    const props = { ...writeNotification(kind, values, language), paragraphs, url };
    const reader = { to: email, language, brandName: agency.name };
    await queueWhereAllowed(deps, tx, scope, { template: 'notification', props, ...reader });
  }
}

async function draw(tx: Tx, scope: Scope, event: RaisingEvent): Promise<Drawn | null> {
  const { payload } = event;
  const source = event.id;
  if (event.type === 'credits_low') {
    // Events of the release before name no account: then it is the workspace's own.
    const orgId = (payload.orgId ?? null) as OrgId | null;
    const org = orgId === null ? '' : await findOrgName(tx, scope, orgId);
    if (org === null) return null;
    const values = {
      usedPercent: String(payload.usedPercent),
      creditsLeft: String(Math.floor(Number(payload.creditsLeft))),
      ...(org === '' ? {} : { org }),
    };
    const path = orgId === null ? '/usage' : `/usage?orgId=${orgId}`;
    return { kind: 'credits_low', values, path, source, agentId: null };
  }
  if (event.type === 'sale_refused') {
    const { orgId, credits } = payload as { orgId: OrgId; credits: number };
    const org = await findOrgName(tx, scope, orgId);
    if (org === null) return null;
    // Who tries again the same day is one client whom the agency lets down.
    const source = `${orgId}:sale:${event.createdAt.toISOString().slice(0, 10)}`;
    const values = { org, credits: String(Math.ceil(credits)) };
    return { kind: 'sale_refused', values, path: '/account/billing', source, agentId: null };
  }
  if (event.type === 'payment_reversed' || event.type === 'payment_disputed') {
    const { orgId, credits = 0 } = payload as { orgId: OrgId | null; credits?: number };
    const org = orgId === null ? '' : await findOrgName(tx, scope, orgId);
    if (org === null) return null;
    const values = {
      ...(org === '' ? {} : { org }),
      ...(event.type === 'payment_reversed' ? { credits: String(Math.floor(credits)) } : {}),
    };
    return { kind: event.type, values, path: '/account/billing', source, agentId: null };
  }
  const agentId = payload.agentId as AgentId;
  const titleOf = `notifications.title ${scope.workspaceUid} ${agentId}`;
  const agent = await readOnce(tx, titleOf, () => findAgentTitle(tx, scope, agentId));
  if (agent === null) return null;
  const agentPath = `/agents/${payload.agentId}`;
  if (event.type === 'document_failed') {
    const document = await findDocumentTitle(tx, scope, payload.documentId as DocumentId);
    if (document === null) return null;
    // A document that is read every hour and fails every hour is told of once a day.
    const day = event.createdAt.toISOString().slice(0, 10);
    const path = `${agentPath}/kb?doc=${payload.documentId}`;
    return {
      kind: 'document_failed',
      values: { agent, document },
      path,
      source: `${payload.documentId}:${day}`,
      agentId,
    };
  }
  if (event.type === 'crawl_waiting') {
    const document = await findDocumentTitle(tx, scope, payload.documentId as DocumentId);
    if (document === null) return null;
    const source = `${payload.documentId}:waiting:${event.createdAt.toISOString().slice(0, 10)}`;
    const path = `/automations/${payload.agentId}/${payload.documentId}`;
    return { kind: 'crawl_waiting', values: { agent, document }, path, source, agentId };
  }
  if (event.type === 'channel_failing') {
    const { connectionId, channel } = payload as { connectionId: string; channel: string };
    const source = `${connectionId}:${event.createdAt.toISOString().slice(0, 10)}`;
    return { kind: 'channel_failing', values: { agent, channel }, path: `${agentPath}/channels`, source, agentId };
  }
  if (event.type === 'speech_failed') {
    const source = `${agentId}:speech:${event.createdAt.toISOString().slice(0, 10)}`;
    const values = { agent, speech: SPEECH_NAMES[payload.provider as SpeechHost] };
    return { kind: 'speech_failed', values, path: `${agentPath}/voice`, source, agentId };
  }
  if (event.type === 'model_failed') {
    const { model, answeredBy } = payload as { model: string; answeredBy: string };
    // Once a day, however many processes saw it.
    const source = `${agentId}:model:${event.createdAt.toISOString().slice(0, 10)}`;
    const models = answeredBy === '' ? model : `${model} → ${answeredBy}`;
    return { kind: 'model_failed', values: { agent, models }, path: `${agentPath}/nodes`, source, agentId };
  }
  return drawVisit(tx, scope, event, agent);
}

/** What a visitor did. Who it was is said by name or address, else by the number that the inbox has for them. */
async function drawVisit(tx: Tx, scope: Scope, event: RaisingEvent, agent: string): Promise<Drawn | null> {
  const { payload, id: source } = event;
  // Outside of their hours nobody is called; the request stands in the inbox.
  if (payload.isClosed === true) return null;
  const contact = await findContact(tx, scope, payload as ContactRef);
  // Erased meanwhile: there is nothing to look at.
  if (contact === null) return null;
  const agentId = payload.agentId as AgentId;
  const number = String(payload.conversationId).slice(-4).toUpperCase();
  const values = { agent, number, ...(contact.name === '' ? {} : { name: contact.name }) };
  const path = `/agents/${agentId}/convos?convo=${payload.conversationId}`;
  if (event.type === 'person_requested')
    return {
      kind: 'person_requested',
      values: { ...values, email: NO_EMAIL },
      path: inboxPath(payload),
      source,
      agentId,
    };
  if (event.type === 'conversation_started') return { kind: 'conversation_started', values, path, source, agentId };
  const isRequest = payload.asksForPerson === true;
  return {
    kind: isRequest ? 'person_requested' : 'lead_created',
    values: { ...values, email: contact.address },
    path: isRequest ? inboxPath(payload) : path,
    source,
    agentId,
  };
}

const inboxPath = ({ conversationId }: Record<string, unknown>) => `/inbox?chat=${conversationId}`;
