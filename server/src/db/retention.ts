/** A table's rows go after `days` by `column`, taken away by the schedule `purge`. */
type Aged = { purge: string; column: string; days: number };
/** They go when something became of them, by the schedule `purge`. */
type Ended = { purge: string; when: string };
/** They hang on a row of another table by a foreign key that cascades, and live as long. */
type Hanging = { with: string };
/** They stay as long as their workspace, or their person, and why. */
type Staying = { stays: string };

/**
 * How long the rows of every table stay, and who takes them away. Rows of a workspace go with it in any case
 * (`erase-workspace.ts`). A table that is not named here fails `server/test/house/retention.test.ts`, which also makes rows of each
 * age and runs the schedules.
 */
export const retention: Record<string, Aged | Ended | Hanging | Staying> = {
  accounts: { with: 'users' },
  agencies: { stays: 'the brand of a workspace: one row' },
  agency_hosts: { with: 'agencies' },
  agent_daily_counts: { with: 'agents' },
  agent_months: { stays: 'what was spent, for limits and bills: twelve rows a year of an agent' },
  agent_versions: { with: 'agents' },
  agents: { purge: 'agents.purge_trash', when: '30 days in the trash' },
  audit_entries: { stays: 'a chain of hashes that no role may shorten' },
  canned_responses: { stays: 'written by people, limited in number' },
  client_agents: { with: 'clients' },
  client_logins: { purge: 'client_sessions.purge', column: 'expires_at', days: 0 },
  client_openings: { purge: 'client_sessions.purge', column: 'expires_at', days: 0 },
  client_sessions: { purge: 'client_sessions.purge', column: 'expires_at', days: 0 },
  clients: { with: 'orgs' },
  conversation_events: { purge: 'purge_conversation_events', column: 'created_at', days: 1 },
  conversation_facts: { with: 'conversations' },
  conversation_notes: { with: 'conversations' },
  conversation_summaries: { with: 'conversations' },
  conversations: { with: 'agents' },
  credentials: { stays: 'until a person removes them' },
  credit_accounts: { stays: 'the balance: one row' },
  credit_holds: { stays: 'the proof that a turn was charged once, whenever it is sent again' },
  credit_transfers: { stays: 'the ledger: no role may change or remove a line' },
  demo_data: { stays: 'what was made as demo data: one row' },
  email_windows: { purge: 'purge_emails', column: 'window_start', days: 2 },
  emails: { purge: 'purge_emails', column: 'created_at', days: 30 },
  embedding_runs: { with: 'agents' },
  feedback: { stays: 'read by the agency, limited by a rate' },
  file_totals: { stays: 'sums: three rows of a workspace' },
  files: { purge: 'uploads.purge_unnamed_files', when: 'no message named a visitor’s within the hour' },
  host_claims: { purge: 'agencies.settle_host_claims', when: 'ten minutes after the host was given back' },
  idempotency_keys: { purge: 'http.purge_idempotency_keys', column: 'created_at', days: 1 },
  inbox_settings: { stays: 'settings: one row' },
  invitations: { stays: 'until accepted or withdrawn, limited by the seats' },
  knowledge_chunks: { with: 'knowledge_documents' },
  knowledge_documents: { with: 'agents' },
  knowledge_terms: { with: 'agents' },
  knowledge_totals: { with: 'agents' },
  lead_conversations: { with: 'leads' },
  lead_distinctions: { with: 'leads' },
  lead_group_members: { with: 'leads' },
  lead_groups: { with: 'agents' },
  leads: { purge: 'leads.purge', when: 'an hour after they were deleted' },
  log_entries: { purge: 'logs.purge', column: 'created_at', days: 30 },
  messages: { with: 'conversations' },
  notification_marks: { with: 'notifications' },
  notification_settings: { stays: 'settings: one row of a member' },
  notifications: { purge: 'notifications.purge', column: 'ts', days: 30 },
  operator_presence: { stays: 'one row of a person' },
  org_agents: { with: 'orgs' },
  orgs: { stays: 'until a person removes them' },
  outbox: { purge: 'jobs.purge_outbox', column: 'relayed_at', days: 1 },
  push_keys: { stays: 'one row of the region' },
  push_subscriptions: { stays: 'the newest few of a person, until the browser gives them up' },
  rate_windows: { purge: 'http.purge_rate_windows', column: 'window_start', days: 1 },
  reply_facts: { with: 'conversations' },
  reply_traces: { purge: 'purge_reply_traces', column: 'created_at', days: 30 },
  sessions: { purge: 'purge_sessions', column: 'expires_at', days: 0 },
  sign_in_attempts: { purge: 'purge_sign_in_attempts', column: 'last_at', days: 1 },
  usage_entries: { stays: 'the lines of a bill' },
  user_profiles: { with: 'users' },
  users: { purge: 'purge_erased_people', when: 'erased, and no workspace of theirs is left' },
  verifications: { purge: 'purge_sessions', column: 'expires_at', days: 0 },
  webhook_attempts: { with: 'webhook_deliveries' },
  webhook_deliveries: { purge: 'webhooks.purge', column: 'created_at', days: 30 },
  webhook_endpoints: { stays: 'until a person removes them' },
  workspace_members: { stays: 'until they leave' },
  workspaces: { purge: 'workspaces.erase_left', when: 'deleted, and all that they held is gone' },
};
