import type { FileId } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import { makeSessions } from './adapters/better-auth/better-auth.ts';
import { type Metrics, meterDatabase } from './app-metrics.ts';
import { openDatabase, openFileStore } from './app-stores.ts';
import { makeVendors } from './app-vendors.ts';
import type { Database } from './db/database.ts';
import { makeScope, makeSystemScope } from './db/make-scope.ts';
import * as identity from './db/schema/identity.ts';
import type { SystemScope } from './db/scope.ts';
import { accountsRoutes } from './domain/accounts/accounts.routes.ts';
import { agenciesSchedules } from './domain/agencies/agencies.jobs.ts';
import type { Directory } from './domain/agencies/agencies.ports.ts';
import { agenciesRoutes } from './domain/agencies/agencies.routes.ts';
import { findHostAgency } from './domain/agencies/find-host-agency.ts';
import { agentsJobs, agentsSchedules } from './domain/agents/agents.jobs.ts';
import { agentsRoutes } from './domain/agents/agents.routes.ts';
import { findAgentWorkspace } from './domain/agents/get-agent.ts';
import { analyticsRoutes } from './domain/analytics/analytics.routes.ts';
import type { AnswerModels } from './domain/answers/answers.ports.ts';
import { auditSchedules } from './domain/audit/audit.jobs.ts';
import { billingSchedules } from './domain/billing/billing.jobs.ts';
import { billingRoutes } from './domain/billing/billing.routes.ts';
import { clientSessionsSchedules } from './domain/client-sessions/client-sessions.jobs.ts';
import { clientSessionsRoutes } from './domain/client-sessions/client-sessions.routes.ts';
import { findClientSession, findConversationAgent } from './domain/client-sessions/find-session.ts';
import { clientsRoutes } from './domain/clients/clients.routes.ts';
import { conversationsSchedules } from './domain/conversations/conversations.jobs.ts';
import { conversationsRoutes } from './domain/conversations/conversations.routes.ts';
import { credentialsRoutes } from './domain/credentials/credentials.routes.ts';
import { demoRoutes } from './domain/demo/demo.routes.ts';
import { documentsJobs, documentsSchedules } from './domain/documents/documents.jobs.ts';
import { documentsRoutes } from './domain/documents/documents.routes.ts';
import { emailJobs, emailSchedules } from './domain/email/email.jobs.ts';
import { emailRoutes } from './domain/email/email.routes.ts';
import { hasOutbox } from './domain/email/read-outbox.ts';
import { feedbackRoutes } from './domain/feedback/feedback.routes.ts';
import { handoffsSchedules } from './domain/handoffs/handoffs.jobs.ts';
import { handoffsRoutes } from './domain/handoffs/handoffs.routes.ts';
import { createProfile } from './domain/identity/get-profile.ts';
import { identitySchedules } from './domain/identity/identity.jobs.ts';
import { identityRoutes } from './domain/identity/identity.routes.ts';
import { makeSignInMails } from './domain/identity/send-sign-in-mail.ts';
import { handleSignIn } from './domain/identity/sign-in.routes.ts';
import { invitationsRoutes } from './domain/invitations/invitations.routes.ts';
import { leadsSchedules } from './domain/leads/leads.jobs.ts';
import { leadsRoutes } from './domain/leads/leads.routes.ts';
import { logsSchedules } from './domain/logs/logs.jobs.ts';
import { logsRoutes } from './domain/logs/logs.routes.ts';
import { membersRoutes } from './domain/members/members.routes.ts';
import {
  notificationsJobs,
  notificationsListeners,
  notificationsSchedules,
} from './domain/notifications/notifications.jobs.ts';
import { notificationsRoutes } from './domain/notifications/notifications.routes.ts';
import { orgsRoutes } from './domain/orgs/orgs.routes.ts';
import { makeRegionPeer } from './domain/regions/make-region-peer.ts';
import type { FindPeer, RegionPeer } from './domain/regions/regions.ports.ts';
import { regionsRoutes } from './domain/regions/regions.routes.ts';
import { makeSignals } from './domain/signals/make-signals.ts';
import { signalsListeners } from './domain/signals/signals.jobs.ts';
import { makeJoinedConversations } from './domain/streams/join-processes.ts';
import { startReplyRunner } from './domain/turns/run-replies.ts';
import { serveFile } from './domain/uploads/serve-file.ts';
import { uploadsSchedules } from './domain/uploads/uploads.jobs.ts';
import { uploadsRoutes } from './domain/uploads/uploads.routes.ts';
import { findVisitor } from './domain/visitors/find-visitor.ts';
import { visitorsRoutes } from './domain/visitors/visitors.routes.ts';
import { startDeliveryRunner } from './domain/webhooks/run-deliveries.ts';
import { webhooksListeners, webhooksSchedules } from './domain/webhooks/webhooks.jobs.ts';
import type { DeliveryRunner } from './domain/webhooks/webhooks.ports.ts';
import { webhooksRoutes } from './domain/webhooks/webhooks.routes.ts';
import { findKeyOwner, findMembership, workspaceExists } from './domain/workspaces/find-access.ts';
import { workspacesJobs, workspacesSchedules } from './domain/workspaces/workspaces.jobs.ts';
import { workspacesRoutes } from './domain/workspaces/workspaces.routes.ts';
import { makeApiHandler } from './http/api.ts';
import type { Access } from './http/context.ts';
import { idempotencySchedules, runOnce } from './http/idempotency.ts';
import { makeLimits } from './http/make-limits.ts';
import { rateLimitSchedules } from './http/rate-limits.ts';
import { ADDRESS_HEADER } from './http/request-context.ts';
import type { RegionApi } from './http/server.ts';
import { startQueue } from './jobs/queue.ts';
import type { Settings } from './settings.ts';
import { makeStreams } from './streams.ts';

export type RunningRegion = RegionApi & {
  peer: RegionPeer;
  /** Its own list of hosts, which counts where no other place was named. */
  directory: Database['unscoped'];
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
};

/** What a region knows of the rest of the installation. */
export type Beside = {
  findPeer: FindPeer;
  findDirectory: (() => Promise<Directory>) | null;
  metrics: Metrics | null;
};

/** What tests and benchmarks bring of their own. */
export type GivenParts = { database?: Database; models?: AnswerModels };

const ALONE: Beside = { findPeer: async () => null, findDirectory: null, metrics: null };

const REPLY_GRACE_MS = 15_000;
const DELIVERY_GRACE_MS = 5_000;

/** A process that only answers requests leaves the sending to the others, who find what is due by looking. */
const IDLE_DELIVERIES: DeliveryRunner = { wake: () => {}, stop: async () => {} };

const listSchedules = [
  ...agenciesSchedules,
  ...agentsSchedules,
  ...uploadsSchedules,
  ...leadsSchedules,
  ...logsSchedules,
  ...auditSchedules,
];
const eventSchedules = [...webhooksSchedules, ...notificationsSchedules];
const httpSchedules = [...rateLimitSchedules, ...idempotencySchedules, ...clientSessionsSchedules];

/**
 * Everything of one region: its vendors, routes, jobs, on its database, which it closes when it stops. Nothing else in the
 * server knows all of these.
 */
export async function startRegion(
  settings: Settings,
  region: Region,
  log: Logger,
  shutdown: AbortSignal,
  given: GivenParts = {},
  beside: Beside = ALONE,
): Promise<RunningRegion> {
  const opened = given.database ?? (await openDatabase(settings, region));
  const database = beside.metrics ? meterDatabase(opened, beside.metrics) : opened;
  const running: Running = { work: [], wires: [] };
  const stop = async () => {
    // The wires tell others of what the last of the work did.
    for (const ends of [running.work, running.wires]) await Promise.all(ends.map((end) => end()));
    await database.close();
  };
  try {
    return { ...(await joinRegion({ settings, log, shutdown, given, beside, database, running })), stop };
  } catch (error) {
    // Whoever tries again must not find the half of the last time still at work.
    await stop().catch(() => {});
    throw error;
  }
}

/** How to end what was begun. */
type Running = { work: (() => Promise<void>)[]; wires: (() => Promise<void>)[] };

type Place = {
  settings: Settings;
  log: Logger;
  shutdown: AbortSignal;
  given: GivenParts;
  beside: Beside;
  database: Database;
  running: Running;
};

async function joinRegion(place: Place): Promise<Omit<RunningRegion, 'stop'>> {
  const { settings, log, shutdown, given, beside, database, running } = place;
  const { region } = database;
  const vendors = {
    ...makeVendors(settings, beside.metrics),
    fileStore: await openFileStore(settings, region),
    ...(given.models ? { models: given.models } : {}),
  };
  const scopes = { systemScope: makeSystemScope('http'), makeScope };
  const joined = makeJoinedConversations({ database, log });
  const { live } = joined;
  const signals = makeSignals({ database, log });
  running.wires.push(signals.stop, joined.stop);
  const core = { database, live, signals, log, secretKey: settings.secretKey, ...scopes, ...vendors };
  const replies = startReplyRunner(core);
  running.work.push(() => replies.stop(REPLY_GRACE_MS));
  const deliveries = settings.ROLE === 'web' ? IDLE_DELIVERIES : await startDeliveryRunner(core);
  running.work.push(() => deliveries.stop(DELIVERY_GRACE_MS));
  const { PLATFORM_NAME: platformName, PORT: port, outboundAllow, publicUrl } = settings;
  const where = { isProduction: settings.isProduction, isOwnMachine: settings.isOwnMachine, publicUrl, port };
  const deps = { ...core, replies, deliveries, platformName, outboundAllow, ...where };
  const signIn = makeSignIn(settings, region, core);
  const access: Access = {
    findSession: (headers) => signIn.sessions.findUser(headers),
    findMembership: (userId, uid) => findMembership(deps, userId, uid),
    findKeyOwner: (secret) => findKeyOwner(deps, secret),
    workspaceExists: (uid) => workspaceExists(deps, uid),
    findVisitor: (id, token, how) => findVisitor(deps, id, token, how),
    findAgentWorkspace: (id) => findAgentWorkspace(deps, id),
    findClientSession: (scope, token) => findClientSession(deps, scope, token),
    findConversationAgent: (scope, id) => findConversationAgent(deps, scope, id),
    ...makeLimits(database, settings.RATE_LIMIT_FACTOR),
    runOnce: (scope, request, work) => runOnce(database, scope, request, work),
  };
  const claims = { region, findDirectory: beside.findDirectory ?? (async () => database.unscoped) };
  const countryHeader = settings.COUNTRY_HEADER || null;
  const router = {
    identity: identityRoutes({ ...signIn, hasOutbox: (isLocal) => hasOutbox(deps, isLocal) }),
    accounts: accountsRoutes(deps),
    regions: regionsRoutes({ ...deps, findPeer: beside.findPeer, countryHeader }),
    email: emailRoutes(deps),
    workspaces: workspacesRoutes(deps),
    members: membersRoutes(deps),
    invitations: invitationsRoutes(deps),
    uploads: uploadsRoutes(deps),
    agencies: agenciesRoutes({ ...deps, rootDomain: settings.PLATFORM_ROOT_DOMAIN, claims }),
    agents: agentsRoutes(deps),
    orgs: orgsRoutes(deps),
    clients: clientsRoutes({ ...deps, rootDomain: settings.PLATFORM_ROOT_DOMAIN }),
    clientSessions: clientSessionsRoutes({ ...deps, rateFactor: settings.RATE_LIMIT_FACTOR }),
    feedback: feedbackRoutes(deps),
    knowledge: documentsRoutes(deps),
    conversations: conversationsRoutes(deps),
    visitors: visitorsRoutes({ ...deps, countryHeader }),
    handoffs: handoffsRoutes(deps),
    leads: leadsRoutes(deps),
    credentials: credentialsRoutes(deps),
    analytics: analyticsRoutes(deps),
    billing: billingRoutes(deps),
    logs: logsRoutes(deps),
    webhooks: webhooksRoutes(deps),
    notifications: notificationsRoutes(deps),
    demo: demoRoutes({ ...deps, region, rootDomain: settings.PLATFORM_ROOT_DOMAIN, claims }),
  };
  const queue =
    settings.ROLE === 'web'
      ? null
      : await startQueue({
          database,
          deps: { ...deps, claims },
          jobs: [...workspacesJobs, ...emailJobs, ...documentsJobs, ...agentsJobs, ...notificationsJobs],
          listeners: [...webhooksListeners, ...notificationsListeners, ...signalsListeners],
          schedules: [
            ...emailSchedules,
            ...identitySchedules,
            ...billingSchedules,
            ...conversationsSchedules,
            ...handoffsSchedules,
            ...documentsSchedules,
            ...listSchedules,
            ...eventSchedules,
            ...httpSchedules,
            ...workspacesSchedules,
          ],
          log,
        });
  if (queue) running.work.push(() => queue.stop());
  await replies.recover();
  return {
    access,
    handle: makeApiHandler(router, region),
    signIn: (context, request) => handleSignIn(signIn, context, request),
    serveFile: (id, hostOf) => serveFile(deps, id as FileId, hostOf),
    ...makeStreams(deps, shutdown),
    peer: makeRegionPeer({ ...core, startSession: signIn.sessions.startSession }),
    directory: database.unscoped,
    findHostAgency: (host) => findHostAgency(deps, host),
    isReady: () => database.isAlive(),
  };
}

/** Everything that knows who somebody is. */
function makeSignIn(
  settings: Settings,
  region: Region,
  core: { database: Database; systemScope: SystemScope; secretKey: string; log: Logger },
) {
  const { database, log } = core;
  const { publicUrl, PORT: port, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings;
  const hasGoogle = clientId !== '' && clientSecret !== '';
  const mails = makeSignInMails({ ...core, publicUrl, port }, region);
  const sessions = makeSessions({
    region,
    database: database.unscoped,
    schema: {
      user: identity.users,
      session: identity.sessions,
      account: identity.accounts,
      verification: identity.verifications,
    },
    secret: settings.secretKey,
    publicUrl,
    addressHeader: ADDRESS_HEADER,
    mails,
    google: hasGoogle ? { clientId, clientSecret, issuer: settings.GOOGLE_ISSUER } : null,
    onUserCreated: (id, language) => createProfile(core, id, language),
    onError: (error) => log.error({ err: error }, 'a mail of sign-in could not be written'),
    onTrouble: (message) => log.warn(`sign-in: ${message}`),
  });
  return { ...core, sessions, mails, hasGoogle, rateFactor: settings.RATE_LIMIT_FACTOR };
}
