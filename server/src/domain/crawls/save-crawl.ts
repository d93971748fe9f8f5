import type { Crawl, CrawlPlan } from '@antiphon/contract/crawls';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { addCrawl, checkedPlan } from '../documents/add-document.ts';
import { updateDocument } from '../documents/update-document.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import type { FetchPage } from '../websites/websites.ports.ts';
import { getCrawl } from './list-crawls.ts';

type Deps = { database: Database; fetchPage: FetchPage };
type Target = { agentId: AgentId; documentId: DocumentId };

export async function createCrawl(deps: Deps, member: Member, agentId: AgentId, plan: CrawlPlan): Promise<Crawl> {
  demand(member, 'agents.write');
  const { id: documentId } = await addCrawl(deps, member, agentId, plan);
  return getCrawl(deps, member, { agentId, documentId });
}

/** Another time is another time; where other addresses are read, they are read at once. */
export async function updateCrawl(
  deps: Deps,
  member: Member,
  target: Target,
  input: Omit<CrawlPlan, 'kind'>,
): Promise<Crawl> {
  demand(member, 'agents.write');
  const { kind } = await getCrawl(deps, member, target);
  const refuse = (path: string, message: string) => fail('invalid_input', { issues: [{ path, message }] });
  if (kind !== 'crawl' && input.starts.length > 1) refuse('starts.1', 'Only a crawl begins at several addresses.');
  if (kind === 'url' && input.include.length + input.exclude.length > 0) refuse('include', 'One page is not narrowed.');
  const { url, plan } = checkedPlan(deps, input);
  const pagesMax = kind === 'url' ? {} : { pagesMax: input.pagesMax };
  await updateDocument(deps, member, target, {
    refreshRate: input.refreshRate,
    ...pagesMax,
    plan: { ...plan, url },
  });
  return getCrawl(deps, member, target);
}

export async function pauseCrawl(deps: Deps, member: Member, target: Target, isPaused: boolean): Promise<Crawl> {
  demand(member, 'agents.write');
  await getCrawl(deps, member, target);
  await updateDocument(deps, member, target, { isPaused });
  return getCrawl(deps, member, target);
}
