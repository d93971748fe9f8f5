import { type AgentFace, NEW_ORG, type Org, type OrgChange, type OrgSettings } from '@antiphon/contract/orgs';
import type { OrgRow } from './orgs.queries.ts';

export const NEW_ORG_NAME = 'New Organization';

/** What an org is before anything was set; without a name it gets the usual one. */
export const newOrg = (name: string | undefined) => ({ ...NEW_ORG, name: name || NEW_ORG_NAME });

/** Of the settings only what the change names. */
export const mergeSettings = (before: OrgSettings, change: OrgChange['settings']): OrgSettings => ({
  ...before,
  ...change,
});

export type OrgParts = { row: OrgRow; agents: AgentFace[]; clients: number };

export function toOrg({ row, agents, clients }: OrgParts): Org {
  const { id, workspaceUid: _uid, createdAt: _created, updatedAt, ...fields } = row;
  const widgetIDs = agents.map(({ ID }) => ID);
  return { ID: id, ...fields, widgetIDs, agents, clients, lastModified: Math.floor(updatedAt.getTime() / 1_000) };
}
