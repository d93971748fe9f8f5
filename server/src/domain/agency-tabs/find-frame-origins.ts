import type { AgencyId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listTabFaces } from './agency-tabs.queries.ts';
import { listIframeUrls } from './agency-tabs.system.queries.ts';

/** Where the pages of an agency's iframes come from: a dashboard of it lets nothing else into a frame. */
export const findFrameOrigins = async (tx: Tx, systemScope: SystemScope, agencyId: AgencyId): Promise<string[]> =>
  toOrigins(await listIframeUrls(tx, systemScope, agencyId));

/** The same for a preview. */
export async function readFrameOrigins({ database }: { database: Database }, scope: Scope): Promise<string[]> {
  const tabs = await database.transaction(scope, (tx) => listTabFaces(tx, scope));
  return toOrigins(tabs.flatMap(({ pageType, iframeUrl }) => (pageType === 'iframe' ? [iframeUrl] : [])));
}

const toOrigins = (urls: readonly string[]) =>
  [...new Set(urls.flatMap((url) => URL.parse(url)?.origin ?? []))].toSorted();
