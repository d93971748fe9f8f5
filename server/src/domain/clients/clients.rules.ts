import type { Client, NewClient } from '@antiphon/contract/clients';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, OrgId } from '@antiphon/contract/ids';
import type { Org } from '@antiphon/contract/orgs';
import type { ClientRow } from './clients.queries.ts';

export const NOTIFICATIONS: Client['notificationsSettings'] = { notifyThrough: 'all', notifyIf: 'requestsOnly' };

type Defaults = Pick<Org, 'defaultClientAccess' | 'defaultClientTabOrder' | 'preferredLanguage'>;

/** What a new client has where nothing was said: as the org has it. */
export function withDefaults(org: Defaults, client: NewClient) {
  const { dashboardPassword: _password, email: _email, widgetIDs: _agents, ...given } = client;
  return {
    canAccess: org.defaultClientAccess,
    clientTabOrder: org.defaultClientTabOrder,
    preferredLanguage: org.preferredLanguage,
    hasChosenLanguage: client.preferredLanguage !== undefined,
    notificationsSettings: NOTIFICATIONS,
    ...given,
  };
}

/** One address is one person under a brand. */
export function failTaken(orgId: OrgId): never {
  const message = `Client already exists to org: ${orgId}`;
  fail('conflict', { message, issues: [{ path: 'email', message }] });
}

export function failEmail(): never {
  const message = 'Please enter a valid email';
  fail('invalid_input', { message, issues: [{ path: 'email', message }] });
}

/** Clients work with agents of their org alone. */
export function failAgent(): never {
  const message = 'This agent is not assigned to the org.';
  fail('invalid_input', { message, issues: [{ path: 'widgetIDs', message }] });
}

/** Of which org they are is nobody's business here. */
export function failUsed(): never {
  const message = 'Somebody else signs in with this email.';
  fail('conflict', { message, issues: [{ path: 'email', message }] });
}

/** Never the password, not even its hash. */
export const toClient = (row: ClientRow, widgetIDs: AgentId[], agencyId: string): Client => ({
  ID: row.id,
  orgId: row.orgId,
  agencyId,
  name: row.name,
  email: row.email,
  squarePhotoURL: row.squarePhotoURL,
  canAccess: row.canAccess,
  clientTabOrder: row.clientTabOrder,
  status: row.status,
  isOrgAdmin: row.isOrgAdmin,
  allowCreateAgents: row.allowCreateAgents,
  widgetIDs,
  notificationsSettings: row.notificationsSettings,
  preferredLanguage: row.preferredLanguage,
  internal: { hasChangedPassword: row.hasChangedPassword },
  ts: Math.floor(row.createdAt.getTime() / 1_000),
});
