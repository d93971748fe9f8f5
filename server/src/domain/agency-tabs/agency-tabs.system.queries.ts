import type { AgencyId, TabId } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencyTabs } from '../../db/schema/agency-tabs.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Of whatever agency: whoever asks holds a signed address of it. */
export async function findTabDocument(tx: Tx, _system: SystemScope, id: TabId) {
  const [row] = await tx
    .select({
      htmlContent: agencyTabs.htmlContent,
      jsContent: agencyTabs.jsContent,
      origins: agencyTabs.origins,
    })
    .from(agencyTabs)
    .where(and(eq(agencyTabs.id, id), eq(agencyTabs.pageType, 'html')));
  return row ?? null;
}

/** What a page around an agency's tabs must let in. */
export async function listIframeUrls(tx: Tx, _system: SystemScope, agencyId: AgencyId): Promise<string[]> {
  const rows = await tx
    .select({ iframeUrl: agencyTabs.iframeUrl })
    .from(agencyTabs)
    .where(and(eq(agencyTabs.agencyId, agencyId), eq(agencyTabs.pageType, 'iframe')));
  return rows.map(({ iframeUrl }) => iframeUrl);
}
