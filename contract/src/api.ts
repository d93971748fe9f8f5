import { accessKeysContract } from './access-keys.ts';
import { accountsContract } from './accounts.ts';
import { addonsContract } from './addons.ts';
import { agenciesContract } from './agencies.ts';
import { agencyTabsContract } from './agency-tabs.ts';
import { agentFilesContract } from './agent-files.ts';
import { agentsContract } from './agents.ts';
import { analyticsContract } from './analytics.ts';
import { billingContract } from './billing.ts';
import { blueprintsContract } from './blueprints.ts';
import { callCredentialsContract } from './call-credentials.ts';
import { callsContract } from './calls.ts';
import { campaignsContract } from './campaigns.ts';
import { channelsContract } from './channels.ts';
import { clientBillingContract } from './client-billing.ts';
import { clientPlansContract } from './client-plans.ts';
import { clientSessionsContract } from './client-sessions.ts';
import { clientsContract } from './clients.ts';
import { connectContract } from './connect.ts';
import { conversationsContract } from './conversations.ts';
import { crawlsContract } from './crawls.ts';
import { credentialsContract } from './credentials.ts';
import { demoContract } from './demo.ts';
import { emailContract } from './email.ts';
import { entitlementsContract } from './entitlements.ts';
import { exportsContract } from './exports.ts';
import { feedbackContract } from './feedback.ts';
import { flowsContract } from './flows.ts';
import { functionsContract } from './functions.ts';
import { handoffsContract } from './handoffs.ts';
import { identityContract } from './identity.ts';
import { invitationsContract } from './invitations.ts';
import { invoicesContract } from './invoices.ts';
import { knowledgeContract } from './knowledge.ts';
import { leadsContract } from './leads.ts';
import { logsContract } from './logs.ts';
import { mcpSourcesContract } from './mcp-sources.ts';
import { membersContract } from './members.ts';
import { notificationsContract } from './notifications.ts';
import { ordersContract } from './orders.ts';
import { orgCreditsContract } from './org-credits.ts';
import { orgsContract } from './orgs.ts';
import { pausedAgentsContract } from './paused-agents.ts';
import { paymentsContract } from './payments.ts';
import { phoneNumbersContract } from './phone-numbers.ts';
import { quotesContract } from './quotes.ts';
import { rechargesContract } from './recharges.ts';
import { regionsContract } from './region-accounts.ts';
import { schedulesContract } from './schedules.ts';
import { sendingDomainsContract } from './sending-domains.ts';
import { signalsContract } from './signals.ts';
import { simulatorContract } from './simulator.ts';
import { subscriptionsContract } from './subscriptions.ts';
import { suitesContract } from './suites.ts';
import { unansweredContract } from './unanswered.ts';
import { uploadsContract } from './uploads.ts';
import { visitorsContract } from './visitors.ts';
import { voicesContract } from './voices.ts';
import { webhooksContract } from './webhooks.ts';
import { workspacesContract } from './workspaces.ts';

/** Everything that can be called, under `/api/{region}`. */
export const apiContract = {
  identity: identityContract,
  accounts: accountsContract,
  email: emailContract,
  workspaces: workspacesContract,
  members: membersContract,
  invitations: invitationsContract,
  uploads: uploadsContract,
  agencies: agenciesContract,
  agencyTabs: agencyTabsContract,
  sendingDomains: sendingDomainsContract,
  agents: agentsContract,
  orgs: orgsContract,
  orgCredits: orgCreditsContract,
  clients: clientsContract,
  clientBilling: clientBillingContract,
  clientSessions: clientSessionsContract,
  clientPlans: clientPlansContract,
  entitlements: entitlementsContract,
  pausedAgents: pausedAgentsContract,
  exports: exportsContract,
  feedback: feedbackContract,
  knowledge: knowledgeContract,
  unanswered: unansweredContract,
  connect: connectContract,
  channels: channelsContract,
  simulator: simulatorContract,
  conversations: conversationsContract,
  visitors: visitorsContract,
  handoffs: handoffsContract,
  leads: leadsContract,
  credentials: credentialsContract,
  callCredentials: callCredentialsContract,
  accessKeys: accessKeysContract,
  functions: functionsContract,
  calls: callsContract,
  voices: voicesContract,
  campaigns: campaignsContract,
  mcpSources: mcpSourcesContract,
  phoneNumbers: phoneNumbersContract,
  flows: flowsContract,
  agentFiles: agentFilesContract,
  suites: suitesContract,
  blueprints: blueprintsContract,
  crawls: crawlsContract,
  schedules: schedulesContract,
  analytics: analyticsContract,
  billing: billingContract,
  payments: paymentsContract,
  quotes: quotesContract,
  invoices: invoicesContract,
  orders: ordersContract,
  recharges: rechargesContract,
  subscriptions: subscriptionsContract,
  addons: addonsContract,
  webhooks: webhooksContract,
  notifications: notificationsContract,
  signals: signalsContract,
  regions: regionsContract,
  logs: logsContract,
  demo: demoContract,
};
export type ApiContract = typeof apiContract;
