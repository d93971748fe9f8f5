import type { ConversationId, FileId } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import { makeAnswerModels } from './adapters/ai-sdk/answer-models.ts';
import { makeEmbedder } from './adapters/ai-sdk/embedder.ts';
import { makeModelDispatcher, makeModelFetch } from './adapters/ai-sdk/model-fetch.ts';
import { makeModelProbe } from './adapters/ai-sdk/model-probe.ts';
import { makeSessions } from './adapters/better-auth/better-auth.ts';
import { makeBuiltinModel } from './adapters/builtin-model/builtin-model.ts';
import { makeDocumentText } from './adapters/document-text/document-text.ts';
import { sniffFileKind } from './adapters/file-type/sniff-file-kind.ts';
import { makeGuardedConnector, systemResolve } from './adapters/guarded-fetch/guarded-connector.ts';
import { makeGuardedFetch } from './adapters/guarded-fetch/guarded-fetch.ts';
import { makeLocalDisk } from './adapters/local-disk/local-disk.ts';
import { cleanPicture } from './adapters/picture-cleaning/clean-picture.ts';
import type { Database } from './db/database.ts';
import { makeScope, makeSystemScope } from './db/make-scope.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { openPostgres } from './db/open-postgres.ts';
import * as identity from './db/schema/identity.ts';
import { agentsJobs } from './domain/agents/agents.jobs.ts';
import { agentsRoutes } from './domain/agents/agents.routes.ts';
import { findAgentWorkspace } from './domain/agents/get-agent.ts';
import type { AnswerModels } from './domain/answers/answers.ports.ts';
import { answerFromPassages } from './domain/answers/builtin-answer.rules.ts';
import { billingSchedules } from './domain/billing/billing.jobs.ts';
import { billingRoutes } from './domain/billing/billing.routes.ts';
import { conversationsSchedules } from './domain/conversations/conversations.jobs.ts';
import { conversationsRoutes } from './domain/conversations/conversations.routes.ts';
import { streamEvents } from './domain/conversations/event-stream.routes.ts';
import { findVisitor } from './domain/conversations/find-visitor.ts';
import { makeLiveConversations } from './domain/conversations/live-conversations.ts';
import { startReplyRunner } from './domain/conversations/run-replies.ts';
import { visitorsRoutes } from './domain/conversations/visitors.routes.ts';
import { credentialsRoutes } from './domain/credentials/credentials.routes.ts';
import { knowledgeJobs, knowledgeSchedules } from './domain/knowledge/knowledge.jobs.ts';
import { knowledgeRoutes } from './domain/knowledge/knowledge.routes.ts';
import { serveFile } from './domain/uploads/serve-file.ts';
import { findKeyOwner, findMembership, workspaceExists } from './domain/workspaces/find-access.ts';
import { workspacesRoutes } from './domain/workspaces/workspaces.routes.ts';
import { makeApiHandler } from './http/api.ts';
import type { Access } from './http/context.ts';
import { idempotencySchedules, runOnce } from './http/idempotency.ts';
import { demandVisitor } from './http/procedures.ts';
import { makeRateLimiter, rateLimitSchedules } from './http/rate-limits.ts';
import { ADDRESS_HEADER } from './http/request-context.ts';
import type { RegionApi } from './http/server.ts';
import { startQueue } from './jobs/queue.ts';
import type { Settings } from './settings.ts';

export type RunningRegion = RegionApi & { stop(): Promise<void> };

/** What tests and benchmarks bring of their own. */
export type GivenParts = { database?: Database; models?: AnswerModels };

const REPLY_GRACE_MS = 20_000;
const CONNECT_MS = 5_000;

const httpSchedules = [...rateLimitSchedules, ...idempotencySchedules];

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
): Promise<RunningRegion> {
  const database = given.database ?? (await openDatabase(settings, region));
  const vendors = { ...makeVendors(settings), ...(given.models ? { models: given.models } : {}) };
  const scopes = { systemScope: makeSystemScope('http'), makeScope };
  const live = makeLiveConversations();
  const core = { database, live, log, secretKey: settings.secretKey, ...scopes, ...vendors };
  const replies = startReplyRunner(core);
  const deps = { ...core, replies, platformName: settings.PLATFORM_NAME, outboundAllow: settings.outboundAllow };
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
    publicUrl: settings.publicUrl,
    addressHeader: ADDRESS_HEADER,
    rateFactor: settings.RATE_LIMIT_FACTOR,
  });
  const access: Access = {
    findSession: (headers) => sessions.findUser(headers),
    findMembership: (userId, uid) => findMembership(deps, userId, uid),
    findKeyOwner: (secret) => findKeyOwner(deps, secret),
    workspaceExists: (uid) => workspaceExists(deps, uid),
    findVisitor: (id, token) => findVisitor(deps, id, token),
    findAgentWorkspace: (id) => findAgentWorkspace(deps, id),
    takeRate: makeRateLimiter(database, { factor: settings.RATE_LIMIT_FACTOR }),
    runOnce: (scope, request, work) => runOnce(database, scope, request, work),
  };
  const router = {
    workspaces: workspacesRoutes(deps),
    agents: agentsRoutes(deps),
    knowledge: knowledgeRoutes(deps),
    conversations: conversationsRoutes(deps),
    visitors: visitorsRoutes(deps),
    credentials: credentialsRoutes(deps),
    billing: billingRoutes(deps),
  };
  const queue =
    settings.ROLE === 'web'
      ? null
      : await startQueue({
          database,
          deps,
          jobs: [...knowledgeJobs, ...agentsJobs],
          schedules: [...billingSchedules, ...conversationsSchedules, ...knowledgeSchedules, ...httpSchedules],
          log,
        });
  await replies.recover();
  return {
    access,
    handle: makeApiHandler(router, region),
    signIn: (request) => sessions.handle(request),
    serveFile: (id) => serveFile(deps, id as FileId),
    async streamEvents(context, id, response) {
      const { scope, conversationId } = await demandVisitor(context, id as ConversationId);
      const lastEventId = context.headers.get('last-event-id');
      streamEvents(deps, scope, conversationId, lastEventId, response, shutdown);
    },
    isReady: () => database.isAlive(),
    async stop() {
      await replies.stop(REPLY_GRACE_MS);
      await queue?.stop();
      await database.close();
    },
  };
}

/** What lies outside: models, web sites, files. */
function makeVendors(settings: Settings) {
  const allowed = settings.outboundAllow;
  const connect = makeGuardedConnector({ resolve: systemResolve, allowed: new Set(allowed), timeoutMs: CONNECT_MS });
  const hosts = {
    environment: {
      openaiKey: settings.OPENAI_API_KEY,
      openaiBaseURL: settings.OPENAI_BASE_URL,
      anthropicKey: settings.ANTHROPIC_API_KEY,
      googleKey: settings.GOOGLE_GENERATIVE_AI_API_KEY,
      openaiCompatible: { baseURL: settings.OPENAI_COMPATIBLE_BASE_URL, key: settings.OPENAI_COMPATIBLE_API_KEY },
    },
    builtin: makeBuiltinModel(answerFromPassages),
    platformFetch: makeModelFetch(makeModelDispatcher({ connectMs: CONNECT_MS })),
    customerFetch: makeModelFetch(makeModelDispatcher({ connectMs: CONNECT_MS, connect })),
  };
  return {
    models: makeAnswerModels(hosts),
    embedder: makeEmbedder(hosts),
    modelProbe: makeModelProbe(hosts),
    fetchPage: makeGuardedFetch({ allowed, contact: settings.publicUrl ?? 'https://localhost' }),
    fileStore: makeLocalDisk(`${settings.dataDir}/uploads`),
    documentText: makeDocumentText(),
    sniffFileKind,
    cleanPicture,
  };
}

export async function openDatabase(settings: Settings, region: Region): Promise<Database> {
  const url = settings.databaseUrls[region];
  return url ? openPostgres(region, url) : openEmbedded(region, `${settings.dataDir}/${region}`);
}
