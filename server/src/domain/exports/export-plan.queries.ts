import { getColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { accessKeys } from '../../db/schema/access-keys.ts';
import { agencies, agencyHosts } from '../../db/schema/agencies.ts';
import { agencyTabs } from '../../db/schema/agency-tabs.ts';
import { agents, agentVersions } from '../../db/schema/agents.ts';
import { conversationFacts, replyFacts } from '../../db/schema/analytics.ts';
import {
  agentMonths,
  creditAccounts,
  creditDebts,
  creditHolds,
  creditTransfers,
  usageEntries,
} from '../../db/schema/billing.ts';
import { blueprintLinks, blueprintPushes, blueprints, blueprintTargets } from '../../db/schema/blueprints.ts';
import { callCredentials } from '../../db/schema/call-credentials.ts';
import { callRecordings } from '../../db/schema/call-recordings.ts';
import { calls } from '../../db/schema/calls.ts';
import { campaignAttempts, campaignRecipients, campaigns } from '../../db/schema/campaigns.ts';
import { channelConnections, channelConversations, channelSends, channelThreads } from '../../db/schema/channels.ts';
import { clientSessions } from '../../db/schema/client-sessions.ts';
import { clientAgents, clients } from '../../db/schema/clients.ts';
import { agencyPlanPrices, agencyPlans, connectAccounts } from '../../db/schema/connect.ts';
import { consents } from '../../db/schema/consents.ts';
import { agentDailyCounts, conversations, messages, replyTraces } from '../../db/schema/conversations.ts';
import { crawlRunPages, crawlRuns } from '../../db/schema/crawls.ts';
import { credentials } from '../../db/schema/credentials.ts';
import { demoData } from '../../db/schema/demo.ts';
import { emails } from '../../db/schema/email.ts';
import { workspacePlans } from '../../db/schema/entitlements.ts';
import { auditEntries } from '../../db/schema/events.ts';
import { feedback } from '../../db/schema/feedback.ts';
import { conversationFlows } from '../../db/schema/flows.ts';
import { functionCalls } from '../../db/schema/function-calls.ts';
import { functionRevisions, functions } from '../../db/schema/functions.ts';
import {
  cannedResponses,
  conversationNotes,
  conversationSummaries,
  inboxSettings,
  operatorPresence,
} from '../../db/schema/handoffs.ts';
import { inboxItems } from '../../db/schema/inbox.ts';
import { arrears, invoices } from '../../db/schema/invoices.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import { leadConversations, leadDistinctions, leadGroupMembers, leadGroups, leads } from '../../db/schema/leads.ts';
import { logEntries } from '../../db/schema/logs.ts';
import { mcpSources, mcpTools } from '../../db/schema/mcp-sources.ts';
import { notificationMarks, notificationSettings, notifications } from '../../db/schema/notifications.ts';
import { orders } from '../../db/schema/orders.ts';
import { orgSubscriptions } from '../../db/schema/org-subscriptions.ts';
import { orgAgents, orgs } from '../../db/schema/orgs.ts';
import { payers } from '../../db/schema/payments.ts';
import { phoneNumbers } from '../../db/schema/phone-numbers.ts';
import { quotes } from '../../db/schema/quotes.ts';
import { rechargeMonths, rechargeSettings } from '../../db/schema/recharges.ts';
import { reversals } from '../../db/schema/reversals.ts';
import { schedules } from '../../db/schema/schedules.ts';
import { dnsReminders, sendingDomains } from '../../db/schema/sending-domains.ts';
import { simulatedLines } from '../../db/schema/simulator.ts';
import { subscriptions } from '../../db/schema/subscriptions.ts';
import { suiteCases, suiteResults, suiteRuns, suites } from '../../db/schema/suites.ts';
import { files } from '../../db/schema/uploads.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '../../db/schema/webhooks.ts';
import { invitations, workspaceMembers, workspaces } from '../../db/schema/workspaces.ts';

/** A table of the archive: `data/<its name>.jsonl`, read in the order of `by`, `most` rows at a time. */
export type ExportedTable = {
  table: PgTable;
  tenant: PgColumn;
  /** What is written of a row, by the names of the screens and the API. */
  columns: Record<string, PgColumn>;
  /** Tells its rows apart, and never changes. */
  by: [name: string, column: PgColumn][];
  most: number;
  /** Of the workspace there are only so many that each page may sort them all. */
  isShort: boolean;
};

/** Rows of a page: few where one row is long. */
const ROWS = 500;

/** How work is shared among processes, and keys and hashes by which somebody is let in. Generated columns repeat others. */
const NEVER = ['leaseOwner', 'leaseUntil', 'leaseAttempt', 'secretHash', 'tokenHash', 'passwordHash', 'sealed'];

type Options = { without?: string[]; most?: number; isShort?: boolean };

function whole<Table extends PgTable>(
  table: Table,
  by: (keyof Table['_']['columns'] & string)[],
  { without = [], most = ROWS, isShort = false }: Options = {},
): ExportedTable {
  const all = getColumns(table) as unknown as Record<string, PgColumn>;
  const columns = Object.fromEntries(
    Object.entries(all).filter(
      ([name, column]) => !NEVER.includes(name) && !without.includes(name) && column.generated === undefined,
    ),
  );
  return {
    table,
    tenant: (table === (workspaces as PgTable) ? all.uid : all.workspaceUid) as PgColumn,
    columns,
    by: by.map((name) => [name, all[name] as PgColumn]),
    most,
    isShort,
  };
}

const SHORT = { isShort: true };

/**
 * What becomes of each table of tenants in an archive: written, or left out for this reason. A table that is not named here fails
 * `server/test/house/export-plan.test.ts`, and so does one that is read without an index.
 */
export const exportPlan: Record<string, ExportedTable | { not: string }> = {
  access_keys: whole(accessKeys, ['id'], SHORT),
  agencies: whole(agencies, ['id'], SHORT),
  agency_hosts: whole(agencyHosts, ['host'], { ...SHORT, without: ['nextCheckAt', 'watchedUntil'] }),
  agency_plan_prices: whole(agencyPlanPrices, ['account', 'priceId'], SHORT),
  agency_plans: whole(agencyPlans, ['id'], SHORT),
  agency_tabs: whole(agencyTabs, ['id'], { ...SHORT, most: 5 }),
  agent_daily_counts: whole(agentDailyCounts, ['agentId', 'day']),
  agent_months: whole(agentMonths, ['agentId', 'month']),
  agent_versions: whole(agentVersions, ['agentId', 'number'], { most: 20 }),
  agents: whole(agents, ['createdAt', 'id'], { most: 20 }),
  arrears: whole(arrears, ['invoiceId'], { ...SHORT, without: ['failures', 'nextAt'] }),
  audit_entries: whole(auditEntries, ['position', 'id']),
  blueprint_links: whole(blueprintLinks, ['blueprintId', 'createdAt', 'agentId'], { most: 20 }),
  blueprint_pushes: whole(blueprintPushes, ['blueprintId', 'startedAt', 'id'], { most: 20 }),
  blueprint_targets: whole(blueprintTargets, ['pushId', 'position'], {
    ...{ most: 200, without: ['before', 'afterRevision', 'suiteRunId', 'dueAt'] },
  }),
  blueprints: whole(blueprints, ['agentId'], SHORT),
  call_credentials: whole(callCredentials, ['id'], SHORT),
  call_recordings: whole(callRecordings, ['id'], { without: ['vendorCallId', 'vendorId', 'nextAt', 'attempts'] }),
  calls: whole(calls, ['conversationId', 'createdAt', 'id'], { without: ['secretHash', 'secretUntil'] }),
  campaign_attempts: whole(campaignAttempts, ['campaignId', 'begunAt', 'id'], {
    without: ['addressMark', 'lineUntil'],
  }),
  campaign_recipients: whole(campaignRecipients, ['campaignId', 'leadId'], { without: ['addressMark'] }),
  campaigns: whole(campaigns, ['agentId', 'createdAt', 'id'], {
    ...SHORT,
    without: ['takenAfter', 'countsSince', 'dueAt'],
  }),
  canned_responses: whole(cannedResponses, ['orgId', 'shortcut'], SHORT),
  channel_connections: whole(channelConnections, ['id'], { ...SHORT, without: ['hookKey', 'pollOffset', 'feed'] }),
  channel_conversations: whole(channelConversations, ['conversationId'], { without: ['plannedPosition'] }),
  channel_inbox: { not: 'what was told of a message, which stands in its conversation' },
  channel_sends: whole(channelSends, ['seq'], { without: ['payload', 'nextAt', 'begunAt'] }),
  channel_threads: whole(channelThreads, ['id'], { without: ['wakes', 'dueAt'] }),
  client_agents: whole(clientAgents, ['clientId', 'agentId'], SHORT),
  client_logins: { not: 'codes and links to sign in with, of which hashes are kept for minutes' },
  client_openings: { not: 'codes to open a dashboard with, of which hashes are kept for a minute' },
  client_sessions: whole(clientSessions, ['id'], { ...SHORT, without: ['sessionVersion'] }),
  clients: whole(clients, ['id'], { ...SHORT, without: ['sessionVersion'] }),
  connect_accounts: whole(connectAccounts, ['workspaceUid'], SHORT),
  consents: whole(consents, ['seq'], { without: ['addressMark'] }),
  conversation_events: { not: 'the pieces in which a message was streamed; the message itself is there' },
  conversation_facts: whole(conversationFacts, ['startedAt', 'conversationId']),
  conversation_flows: whole(conversationFlows, ['conversationId'], { without: ['dueAt'] }),
  conversation_notes: whole(conversationNotes, ['conversationId', 'id']),
  conversation_summaries: whole(conversationSummaries, ['conversationId'], { without: ['of'] }),
  conversations: whole(conversations, ['id'], { without: ['visitorTokenHash', 'lastEventSeq'] }),
  crawl_run_pages: whole(crawlRunPages, ['runId', 'id'], { most: 20, without: ['links', 'contentHash', 'staged'] }),
  crawl_runs: whole(crawlRuns, ['documentId', 'startedAt', 'id']),
  credentials: whole(credentials, ['id'], SHORT),
  credit_accounts: whole(creditAccounts, ['id'], SHORT),
  credit_debts: whole(creditDebts, ['id']),
  credit_holds: whole(creditHolds, ['id']),
  credit_transfers: whole(creditTransfers, ['id']),
  demo_data: whole(demoData, ['workspaceUid'], SHORT),
  dns_reminders: whole(dnsReminders, ['purpose', 'domain'], SHORT),
  emails: whole(emails, ['createdAt', 'id'], { without: ['nextAttemptAt'] }),
  embedding_runs: { not: 'who of the server’s processes works on which agent' },
  feedback: whole(feedback, ['createdAt', 'id']),
  file_totals: { not: 'the sums of files' },
  files: whole(files, ['id'], { without: ['storageKey', 'unnamedSince'] }),
  function_call_counts: { not: 'counts of calls, which stand in their conversations' },
  function_calls: whole(functionCalls, ['conversationId', 'createdAt', 'id'], { without: ['argsHash', 'decidedBy'] }),
  function_revisions: whole(functionRevisions, ['functionId', 'number'], { most: 100 }),
  functions: whole(functions, ['name'], { ...SHORT, most: 50 }),
  idempotency_keys: { not: 'answers that are kept for a day, of calls whose doing is there' },
  inbox_items: whole(inboxItems, ['conversationId']),
  inbox_settings: whole(inboxSettings, ['workspaceUid'], SHORT),
  invitations: whole(invitations, ['id'], SHORT),
  invoices: whole(invoices, ['createdAt', 'id', 'account']),
  knowledge_chunks: { not: 'passages cut out of the documents’ texts, with their vectors; reading makes them anew' },
  knowledge_documents: whole(knowledgeDocuments, ['id'], {
    most: 5,
    without: ['contentHash', 'readingAttempts', 'questionKeys', 'seen'],
  }),
  knowledge_terms: { not: 'the index of the passages' },
  knowledge_totals: { not: 'the sums of the passages' },
  lead_conversations: whole(leadConversations, ['leadId', 'conversationId']),
  lead_distinctions: whole(leadDistinctions, ['firstId', 'secondId'], SHORT),
  lead_group_members: whole(leadGroupMembers, ['groupId', 'leadId']),
  lead_groups: whole(leadGroups, ['id'], SHORT),
  leads: whole(leads, ['id'], { without: ['nameKey', 'emailKey', 'phoneKey'] }),
  limit_uses: { not: 'the sums of what is there' },
  log_entries: whole(logEntries, ['createdAt', 'id']),
  mcp_sources: whole(mcpSources, ['id'], { ...SHORT, without: ['nextLookAt'] }),
  mcp_tools: whole(mcpTools, ['sourceId', 'name'], { most: 50 }),
  messages: whole(messages, ['createdAt', 'conversationId', 'id'], { most: 200, without: ['spentMicro', 'attempts'] }),
  notification_marks: whole(notificationMarks, ['notificationId', 'personId']),
  notification_settings: whole(notificationSettings, ['personId'], SHORT),
  notifications: whole(notifications, ['source']),
  operator_presence: whole(operatorPresence, ['personId'], SHORT),
  orders: whole(orders, ['id'], { without: ['failures', 'nextAt'] }),
  org_agents: whole(orgAgents, ['orgId', 'agentId'], SHORT),
  org_subscriptions: whole(orgSubscriptions, ['id'], SHORT),
  orgs: whole(orgs, ['id'], SHORT),
  outbox: { not: 'events on their way to the server’s jobs, kept for a day' },
  payers: whole(payers, ['id'], SHORT),
  phone_numbers: whole(phoneNumbers, ['id'], { ...SHORT, without: ['hookKey'] }),
  push_subscriptions: { not: 'addresses and keys by which a browser can be written to' },
  question_marks: {
    not: 'which unanswered questions are off the list, by hashes of their words; the questions are there',
  },
  quotes: whole(quotes, ['id']),
  recharge_months: whole(rechargeMonths, ['payerId', 'month']),
  recharge_settings: whole(rechargeSettings, ['payerId'], SHORT),
  reply_facts: whole(replyFacts, ['askedAt', 'conversationId', 'replyId'], { without: ['questionKey'] }),
  reply_traces: whole(replyTraces, ['conversationId', 'messageId'], { most: 50 }),
  reversals: whole(reversals, ['account', 'chargeId'], SHORT),
  schedules: whole(schedules, ['id'], SHORT),
  sending_domains: whole(sendingDomains, ['domain'], { ...SHORT, without: ['checks', 'nextCheckAt'] }),
  simulated_lines: whole(simulatedLines, ['connectionId', 'createdAt', 'id']),
  simulated_phones: { not: 'how a phone is that is only tried' },
  subscriptions: whole(subscriptions, ['id'], SHORT),
  suite_cases: whole(suiteCases, ['agentId', 'createdAt', 'id'], { most: 100 }),
  suite_results: whole(suiteResults, ['runId', 'position'], { most: 20, without: ['conversationId'] }),
  suite_runs: whole(suiteRuns, ['agentId', 'startedAt', 'id'], { without: ['settingsMd5', 'knowledgeMd5'] }),
  suites: whole(suites, ['agentId'], SHORT),
  usage_entries: whole(usageEntries, ['id']),
  webhook_attempts: whole(webhookAttempts, ['deliveryId', 'number'], { most: 200 }),
  webhook_deliveries: whole(webhookDeliveries, ['createdAt', 'id'], { without: ['eventId'] }),
  webhook_endpoints: whole(webhookEndpoints, ['workspaceUid'], { ...SHORT, without: ['previousSealed', 'mailedOn'] }),
  workspace_export_parts: { not: 'the archives themselves' },
  workspace_exports: { not: 'that an archive was asked for stands among the audit entries' },
  workspace_home: { not: 'in which of the region’s databases the workspace is' },
  workspace_members: whole(workspaceMembers, ['userId'], SHORT),
  workspace_plans: whole(workspacePlans, ['workspaceUid'], { ...SHORT, without: ['terms', 'changesAt'] }),
  workspaces: whole(workspaces, ['uid'], { ...SHORT, without: ['deletedAt'] }),
};

export const exportedTables = Object.entries(exportPlan).flatMap(([name, one]) =>
  'table' in one ? [{ name, ...one }] : [],
);
