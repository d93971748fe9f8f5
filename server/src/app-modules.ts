import { accessKeys } from './domain/access-keys/access-keys.module.ts';
import { accounts } from './domain/accounts/accounts.module.ts';
import { addons } from './domain/addons/addons.module.ts';
import { agencies } from './domain/agencies/agencies.module.ts';
import { agencyHosts } from './domain/agency-hosts/agency-hosts.module.ts';
import { agencyTabs } from './domain/agency-tabs/agency-tabs.module.ts';
import { agentFiles } from './domain/agent-files/agent-files.module.ts';
import { agents } from './domain/agents/agents.module.ts';
import { analytics } from './domain/analytics/analytics.module.ts';
import { audit } from './domain/audit/audit.module.ts';
import { billing } from './domain/billing/billing.module.ts';
import { blueprints } from './domain/blueprints/blueprints.module.ts';
import { callCredentials } from './domain/call-credentials/call-credentials.module.ts';
import { callRecordings } from './domain/call-recordings/call-recordings.module.ts';
import { calls } from './domain/calls/calls.module.ts';
import { campaigns } from './domain/campaigns/campaigns.module.ts';
import { cells } from './domain/cells/cells.module.ts';
import { channelSimulator } from './domain/channel-simulator/channel-simulator.module.ts';
import { channelThreads } from './domain/channel-threads/channel-threads.module.ts';
import { channels } from './domain/channels/channels.module.ts';
import { clientBilling } from './domain/client-billing/client-billing.module.ts';
import { clientPlans } from './domain/client-plans/client-plans.module.ts';
import { clientSessions } from './domain/client-sessions/client-sessions.module.ts';
import { clients } from './domain/clients/clients.module.ts';
import { connect } from './domain/connect/connect.module.ts';
import { conversations } from './domain/conversations/conversations.module.ts';
import { crawls } from './domain/crawls/crawls.module.ts';
import { credentials } from './domain/credentials/credentials.module.ts';
import { demo } from './domain/demo/demo.module.ts';
import { dnsReminders } from './domain/dns-reminders/dns-reminders.module.ts';
import { documents } from './domain/documents/documents.module.ts';
import { email } from './domain/email/email.module.ts';
import { entitlements } from './domain/entitlements/entitlements.module.ts';
import { exports } from './domain/exports/exports.module.ts';
import { feedback } from './domain/feedback/feedback.module.ts';
import { flows } from './domain/flows/flows.module.ts';
import { fonts } from './domain/fonts/fonts.module.ts';
import { functionCalls } from './domain/function-calls/function-calls.module.ts';
import { functions } from './domain/functions/functions.module.ts';
import { handoffs } from './domain/handoffs/handoffs.module.ts';
import { identity } from './domain/identity/identity.module.ts';
import { inbox } from './domain/inbox/inbox.module.ts';
import { invitations } from './domain/invitations/invitations.module.ts';
import { invoices } from './domain/invoices/invoices.module.ts';
import { leads } from './domain/leads/leads.module.ts';
import { logs } from './domain/logs/logs.module.ts';
import { mcpSources } from './domain/mcp-sources/mcp-sources.module.ts';
import { tools } from './domain/mcp-tools/mcp-tools.module.ts';
import { members } from './domain/members/members.module.ts';
import { notifications } from './domain/notifications/notifications.module.ts';
import { orders } from './domain/orders/orders.module.ts';
import { orgCredits } from './domain/org-credits/org-credits.module.ts';
import { orgs } from './domain/orgs/orgs.module.ts';
import { pausedAgents } from './domain/paused-agents/paused-agents.module.ts';
import { paymentEvents } from './domain/payment-events/payment-events.module.ts';
import { paymentSums } from './domain/payment-sums/payment-sums.module.ts';
import { payments } from './domain/payments/payments.module.ts';
import { phoneNumbers } from './domain/phone-numbers/phone-numbers.module.ts';
import { quotes } from './domain/quotes/quotes.module.ts';
import { recharges } from './domain/recharges/recharges.module.ts';
import { regions } from './domain/regions/regions.module.ts';
import { schedules } from './domain/schedules/schedules.module.ts';
import { sendingDomains } from './domain/sending-domains/sending-domains.module.ts';
import { signals } from './domain/signals/signals.module.ts';
import { subscriptions } from './domain/subscriptions/subscriptions.module.ts';
import { suites } from './domain/suites/suites.module.ts';
import { unanswered } from './domain/unanswered/unanswered.module.ts';
import { uploads } from './domain/uploads/uploads.module.ts';
import { visitors } from './domain/visitors/visitors.module.ts';
import { voices } from './domain/voices/voices.module.ts';
import { webhooks } from './domain/webhooks/webhooks.module.ts';
import { workspaces } from './domain/workspaces/workspaces.module.ts';
import { idempotencySchedules } from './http/idempotency.ts';
import { rateLimitSchedules } from './http/rate-limits.ts';
import type { Job, Listener, Schedule } from './jobs/job.ts';

/** What every slice hands over, under the name that the contract gives its procedures. */
const modules = {
  accessKeys,
  accounts,
  agencies,
  agencyHosts,
  agencyTabs,
  agentFiles,
  agents,
  analytics,
  audit,
  billing,
  blueprints,
  callCredentials,
  callRecordings,
  calls,
  campaigns,
  cells,
  channelThreads,
  channels,
  simulator: channelSimulator,
  clientBilling,
  clientPlans,
  clientSessions,
  clients,
  connect,
  conversations,
  crawls,
  credentials,
  demo,
  dnsReminders,
  email,
  entitlements,
  exports,
  feedback,
  fonts,
  functionCalls,
  flows,
  functions,
  handoffs,
  identity,
  inbox,
  invitations,
  invoices,
  knowledge: documents,
  leads,
  logs,
  mcpSources,
  members,
  notifications,
  orgCredits,
  orgs,
  pausedAgents,
  paymentEvents,
  paymentSums,
  payments,
  phoneNumbers,
  quotes,
  orders,
  recharges,
  subscriptions,
  addons,
  regions,
  schedules,
  sendingDomains,
  signals,
  suites,
  unanswered,
  uploads,
  visitors,
  voices,
  webhooks,
  workspaces,
  rateLimits: { schedules: rateLimitSchedules },
  idempotency: { schedules: idempotencySchedules },
};

type Modules = typeof modules;
type Having<Part extends string> = Extract<Modules[keyof Modules], Record<Part, unknown>>;
/** What all of a union ask for. */
type All<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer Whole) => void
  ? Whole
  : never;
type DepsOf<Work> = Work extends { run: (deps: infer Deps, ...rest: never[]) => unknown } ? Deps : never;

export type RouteDeps = All<Parameters<Having<'routes'>['routes']>[0]>;
export type WorkDeps = All<
  DepsOf<
    Having<'jobs'>['jobs'][number] | Having<'listeners'>['listeners'][number] | Having<'schedules'>['schedules'][number]
  >
>;

/** The procedures of all slices, by the name of the slice. */
export const makeRouter = (deps: RouteDeps) =>
  Object.fromEntries(
    Object.entries(modules).flatMap(([name, module]) => ('routes' in module ? [[name, module.routes(deps)]] : [])),
  );

/** What programs may call of all this. */
export const programTools = tools;

const all = Object.values(modules);

export const work: {
  jobs: Job<WorkDeps>[];
  listeners: Listener<WorkDeps>[];
  schedules: Schedule<WorkDeps>[];
} = {
  jobs: all.flatMap((module): Job<WorkDeps>[] => ('jobs' in module ? module.jobs : [])),
  listeners: all.flatMap((module): Listener<WorkDeps>[] => ('listeners' in module ? module.listeners : [])),
  schedules: all.flatMap((module): Schedule<WorkDeps>[] => ('schedules' in module ? module.schedules : [])),
};
