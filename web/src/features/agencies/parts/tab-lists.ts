import type { AgencyTab, GivenTab } from '@antiphon/contract/agency-tabs';
import type { TabId } from '@antiphon/contract/ids';

export const emptyTab = (): AgencyTab => ({
  ID: `tab_${crypto.randomUUID().replaceAll('-', '').slice(0, 15)}` as TabId,
  label: '',
  href: '/',
  iconUrl: '',
  pageType: 'html',
  alwaysVisible: false,
  htmlContent: '',
  jsContent: '',
  iframeUrl: '',
  origins: [],
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** As the server takes them: contents that are as they were are not sent again. */
export const toGiven = (before: readonly AgencyTab[], tabs: readonly AgencyTab[]): GivenTab[] =>
  tabs.map(({ htmlContent, jsContent, ...tab }) => {
    const was = before.find(({ ID }) => ID === tab.ID);
    return {
      ...tab,
      ...(was?.htmlContent === htmlContent ? {} : { htmlContent }),
      ...(was?.jsContent === jsContent ? {} : { jsContent }),
    };
  });

/**
 * What two people made of the same tabs, with the changes of both. Null where they met: both changed one tab, one removed what the other
 * changed, both changed the order, or two tabs want the same place.
 */
export function mergeTabs(
  base: readonly AgencyTab[],
  mine: readonly AgencyTab[],
  theirs: readonly AgencyTab[],
): AgencyTab[] | null {
  const [was, here, there] = [base, mine, theirs].map((tabs) => new Map(tabs.map((tab) => [tab.ID, tab])));
  const merged = new Map<string, AgencyTab>();
  for (const { ID } of [...theirs, ...mine]) {
    const [before, own, other] = [was?.get(ID), here?.get(ID), there?.get(ID)];
    const isMet = !isSame(own, before) && !isSame(other, before) && !isSame(own, other);
    if (isMet) return null;
    const tab = isSame(own, before) ? other : own;
    if (tab) merged.set(ID, tab);
  }
  const idsOf = (tabs: readonly AgencyTab[]) => tabs.map(({ ID }) => ID as string);
  const order = mergeOrder(idsOf(base), idsOf(mine), idsOf(theirs));
  const tabs = order?.flatMap((ID) => merged.get(ID) ?? []) ?? null;
  const hrefs = tabs?.map(({ href }) => href.toLowerCase());
  return hrefs && new Set(hrefs).size === hrefs.length ? tabs : null;
}

/** The order of whoever changed it; what only the other one has comes last. */
function mergeOrder(base: string[], mine: string[], theirs: string[]): string[] | null {
  const inAll = (ids: string[]) => ids.filter((id) => [base, mine, theirs].every((list) => list.includes(id)));
  const [isMine, isTheirs] = [!isSame(inAll(mine), inAll(base)), !isSame(inAll(theirs), inAll(base))];
  if (isMine && isTheirs && !isSame(inAll(mine), inAll(theirs))) return null;
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  return [...new Set([...first, ...second])];
}

/** The two change places. */
export function swapped(tabs: readonly AgencyTab[], one: number, other: number): AgencyTab[] {
  const next = [...tabs];
  [next[one], next[other]] = [tabs[other] as AgencyTab, tabs[one] as AgencyTab];
  return next;
}
