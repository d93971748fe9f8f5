import type { ClientPath } from '@antiphon/contract/client-pages';
import { NEW_ORG } from '@antiphon/contract/new-org';
import type { AgentFace, NewOrg, Org, OrgChange, OrgSettings } from '@antiphon/contract/orgs';
import type { OrgRow } from './orgs.queries.ts';

/** Of the settings only what the change names. */
export const mergeSettings = (before: OrgSettings, change: OrgChange['settings']): OrgSettings => ({
  ...before,
  ...change,
});

/** What was asked for, on what an org is before anything was set; without a name it gets the usual one. */
export const newOrg = ({ name, settings, ...fields }: NewOrg) => ({
  ...NEW_ORG,
  ...fields,
  name: name || NEW_ORG.name,
  settings: mergeSettings(NEW_ORG.settings, settings),
});

type Lists = { defaultClientAccess?: ClientPath[] | undefined; defaultClientTabOrder?: ClientPath[] | undefined };

/** Without the paths of tabs that there are not. */
export const withKnownPaths = <Fields extends Lists>(fields: Fields, known: (paths: ClientPath[]) => ClientPath[]) => ({
  ...fields,
  ...(fields.defaultClientAccess ? { defaultClientAccess: known(fields.defaultClientAccess) } : {}),
  ...(fields.defaultClientTabOrder ? { defaultClientTabOrder: known(fields.defaultClientTabOrder) } : {}),
});

export type OrgParts = { row: OrgRow; agents: AgentFace[]; clients: number; loadTokens: number; usedPercent: number };

export function toOrg({ row, agents, clients, ...credits }: OrgParts): Org {
  const { id, workspaceUid: _uid, createdAt: _created, updatedAt, ...fields } = row;
  const widgetIDs = agents.map(({ ID }) => ID);
  return {
    ID: id,
    ...fields,
    widgetIDs,
    agents,
    clients,
    ...credits,
    lastModified: Math.floor(updatedAt.getTime() / 1_000),
  };
}
