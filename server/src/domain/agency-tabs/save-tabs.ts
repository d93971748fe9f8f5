import type { GivenTab } from '@antiphon/contract/agency-tabs';
import { fail, type Issue } from '@antiphon/contract/errors';
import type { AgencyId, TabId } from '@antiphon/contract/ids';
import { SETTING_FAULTS } from '@antiphon/contract/setting-faults';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { freeHrefs, listOwnHosts, listTabRows, movePaths, putTab, removeTabsBut } from './agency-tabs.queries.ts';
import { findTabFaults, isTooLong, type OurHosts } from './agency-tabs.rules.ts';

/**
 * In place of all tabs that the agency has; contents that are not given stay. Within a transaction that holds the agency's row. Lists of
 * access and of order follow: a tab that moved stays where it was in them, and one that is gone is in none.
 */
export async function saveTabs(
  tx: Tx,
  scope: Scope,
  given: { agencyId: AgencyId; tabs: readonly GivenTab[]; hosts: Omit<OurHosts, 'own'> },
): Promise<void> {
  const { agencyId, tabs } = given;
  demandNone(findTabFaults(tabs, { ...given.hosts, own: await listOwnHosts(tx, scope) }));
  const before = new Map((await listTabRows(tx, scope)).map((row) => [row.id, row]));
  demandNone(
    tabs.flatMap(({ ID, htmlContent, jsContent }, index) => {
      const row = before.get(ID);
      const isLong = isTooLong(htmlContent ?? row?.htmlContent ?? '', jsContent ?? row?.jsContent ?? '');
      const message = SETTING_FAULTS.tabSize;
      return isLong ? [{ path: `customTabs.${index}.htmlContent`, message }] : [];
    }),
  );
  const hrefs = new Map<TabId, string>(tabs.map(({ ID, href }) => [ID, href]));
  const moved = [...before.values()].filter(({ id, href }) => hrefs.get(id) !== href);
  await removeTabsBut(tx, scope, [...hrefs.keys()]);
  await freeHrefs(
    tx,
    scope,
    moved.map(({ id }) => id).filter((id) => hrefs.has(id)),
  );
  for (const [place, { ID, htmlContent, jsContent, ...tab }] of tabs.entries()) {
    const contents = {
      ...(htmlContent === undefined ? {} : { htmlContent }),
      ...(jsContent === undefined ? {} : { jsContent }),
    };
    if (!(await putTab(tx, scope, agencyId, { ...tab, ...contents, id: ID, place })))
      demandNone([{ path: `customTabs.${place}.ID`, message: 'This id is taken.' }]);
  }
  await movePaths(tx, scope, Object.fromEntries(moved.map(({ id, href }) => [href, hrefs.get(id) ?? null])));
}

function demandNone(issues: Issue[]) {
  if (issues[0]) fail('invalid_input', { message: issues[0].message, issues });
}
