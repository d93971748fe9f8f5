import type accounts from './en/accounts.json';
import type agencies from './en/agencies.json';
import type agentPage from './en/agent-page.json';
import type agents from './en/agents.json';
import type analytics from './en/analytics.json';
import type billing from './en/billing.json';
import type channels from './en/channels.json';
import type charts from './en/charts.json';
import type clientAccount from './en/client-account.json';
import type clientLogin from './en/client-login.json';
import type clientShell from './en/client-shell.json';
import type clients from './en/clients.json';
import type conversations from './en/conversations.json';
import type credentials from './en/credentials.json';
import type demo from './en/demo.json';
import type email from './en/email.json';
import type errors from './en/errors.json';
import type exports from './en/exports.json';
import type feedback from './en/feedback.json';
import type identity from './en/identity.json';
import type inbox from './en/inbox.json';
import type knowledge from './en/knowledge.json';
import type leads from './en/leads.json';
import type newAgent from './en/new-agent.json';
import type notifications from './en/notifications.json';
import type orgPage from './en/org-page.json';
import type orgs from './en/orgs.json';
import type playground from './en/playground.json';
import type replyTrace from './en/reply-trace.json';
import type sessions from './en/sessions.json';
import type shell from './en/shell.json';
import type ui from './en/ui.json';
import type uploads from './en/uploads.json';
import type versions from './en/versions.json';
import type webhooks from './en/webhooks.json';
import type widgetScript from './en/widget-script.json';
import type workingCopy from './en/working-copy.json';
import type workspaces from './en/workspaces.json';

// One line for each file in `en`. A key that is not in the file does not compile.
type Texts = {
  accounts: typeof accounts;
  agencies: typeof agencies;
  'agent-page': typeof agentPage;
  agents: typeof agents;
  analytics: typeof analytics;
  billing: typeof billing;
  channels: typeof channels;
  charts: typeof charts;
  'client-account': typeof clientAccount;
  'client-login': typeof clientLogin;
  'client-shell': typeof clientShell;
  clients: typeof clients;
  conversations: typeof conversations;
  credentials: typeof credentials;
  demo: typeof demo;
  email: typeof email;
  errors: typeof errors;
  exports: typeof exports;
  feedback: typeof feedback;
  identity: typeof identity;
  inbox: typeof inbox;
  knowledge: typeof knowledge;
  leads: typeof leads;
  'new-agent': typeof newAgent;
  notifications: typeof notifications;
  'org-page': typeof orgPage;
  orgs: typeof orgs;
  playground: typeof playground;
  'reply-trace': typeof replyTrace;
  sessions: typeof sessions;
  shell: typeof shell;
  ui: typeof ui;
  versions: typeof versions;
  webhooks: typeof webhooks;
  uploads: typeof uploads;
  'widget-script': typeof widgetScript;
  'working-copy': typeof workingCopy;
  workspaces: typeof workspaces;
};

export type Namespace = keyof Texts;

/** `create`, or `states.ready` where the file has a group. */
export type Key<N extends Namespace> = Leaves<Texts[N]>;

type Leaves<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${Leaves<Tree[Name]>}`;
}[keyof Tree & string];
