import type { AgencyTab, ClientTab, TabFace } from '@antiphon/contract/agency-tabs';
import { type ClientPath, isClientPage } from '@antiphon/contract/client-pages';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { holdTabs, listTabFaces, listTabRows, type TabFaceRow } from './agency-tabs.queries.ts';

const toFace = ({ id, label, href, iconUrl, pageType, alwaysVisible }: TabFaceRow): TabFace => ({
  ...{ ID: id, label, href, iconUrl, pageType, alwaysVisible },
});

/** With their contents, as the agency's settings show them. */
export async function readTabs(tx: Tx, scope: Scope): Promise<AgencyTab[]> {
  const rows = await listTabRows(tx, scope);
  return rows.map(({ htmlContent, jsContent, iframeUrl, origins, ...row }) => ({
    ...toFace(row as TabFaceRow),
    ...{ htmlContent, jsContent, iframeUrl, origins },
  }));
}

export const listTabs = async ({ database }: { database: Database }, scope: Scope): Promise<TabFace[]> =>
  (await database.transaction(scope, (tx) => listTabFaces(tx, scope))).map(toFace);

/** Those that a client sees whose access is this; `all` for the agency's look at all agents. */
export async function readTabsOf(tx: Tx, scope: Scope, access: readonly ClientPath[] | 'all'): Promise<ClientTab[]> {
  const rows = await listTabFaces(tx, scope);
  return rows
    .filter((row) => isVisible(row, access))
    .map(({ id, label, href, iconUrl, pageType, iframeUrl }) => ({
      ...{ ID: id, label, href, iconUrl, pageType, iframeUrl: pageType === 'iframe' ? iframeUrl : '' },
    }));
}

export const isVisible = (
  { alwaysVisible, href }: Pick<TabFaceRow, 'alwaysVisible' | 'href'>,
  access: readonly ClientPath[] | 'all',
) => access === 'all' || alwaysVisible || access.includes(href as ClientPath);

/**
 * Before anything of a client or an org is locked in the transaction: until it ends no tab is changed. What it returns leaves out of a
 * list the paths of tabs that there are not.
 */
export async function holdPaths(
  tx: Tx,
  scope: Scope,
): Promise<<Given extends ClientPath[] | undefined>(paths: Given) => Given> {
  await holdTabs(tx, scope);
  const hrefs = (await listTabFaces(tx, scope)).map(({ href }) => href);
  return (paths) => paths?.filter((path) => isClientPage(path) || hrefs.includes(path)) as typeof paths;
}
