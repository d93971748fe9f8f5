import type { CrawlPlan } from '@antiphon/contract/crawls';
import { errors } from '@antiphon/contract/error-list';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, newDocumentId } from '@antiphon/contract/ids';
import type { KnowledgeDocument, NewDocument, RefreshRate } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import type { ReadableKind } from '../extraction/extraction.ports.ts';
import type { Member } from '../identity/identity.policy.ts';
import { storable } from '../search/search-text.rules.ts';
import { storeFile, type UploadDeps } from '../uploads/store-file.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { FetchPage } from '../websites/websites.ports.ts';
import { demandKnowledgeWrite } from './documents.policy.ts';
import {
  countDocuments,
  hasAgent,
  insertDocument,
  lockAgentForAdding,
  type NewDocumentRow,
} from './documents.queries.ts';
import { newProgress, taughtFields, titleOfAddress, toDocument } from './documents.rules.ts';

export const READABLE_KINDS: readonly ReadableKind[] = ['pdf', 'docx', 'md', 'txt', 'html', 'csv'];

/** Takes a document in; it is read in the background. Its place among the agent's documents is reserved in the same write. */
export async function addDocument(
  deps: UploadDeps & { fetchPage: FetchPage },
  member: Member,
  agentId: AgentId,
  input: NewDocument,
): Promise<KnowledgeDocument> {
  demandKnowledgeWrite(member);
  const { scope } = member;
  if (input.kind === 'file') return addFile(deps, scope, agentId, input.file);
  const fields = fieldsOf(deps, input);
  return deps.database.transaction(scope, (tx) => insertReserved(tx, scope, { ...fields, agentId }));
}

function fieldsOf(
  deps: { fetchPage: FetchPage },
  input: Exclude<NewDocument, { kind: 'file' }>,
): Omit<NewDocumentRow, 'id' | 'agentId' | 'progress'> {
  if (input.kind === 'text') return { kind: 'text', title: storable(input.title), text: storable(input.text) };
  if (input.kind === 'qa')
    return { kind: 'text', text: storable(input.text), ...taughtFields(input.questions, input.language) };
  return addressFields(input, checkedAddress(deps, input.url));
}

/** The first of its addresses is the document's own. */
export async function addCrawl(
  deps: { database: Database; fetchPage: FetchPage },
  member: Member,
  agentId: AgentId,
  input: CrawlPlan,
): Promise<KnowledgeDocument> {
  demandKnowledgeWrite(member);
  const { scope } = member;
  const { url, plan } = checkedPlan(deps, input);
  const fields = { ...addressFields({ ...input, url }, url), plan, agentId };
  return deps.database.transaction(scope, (tx) => insertReserved(tx, scope, fields));
}

/** Each address once, as it is asked for. */
export function checkedPlan(
  deps: { fetchPage: FetchPage },
  { starts: typed, include, exclude, hour, timeZone }: Omit<CrawlPlan, 'kind' | 'pagesMax' | 'refreshRate'>,
) {
  const all = typed.map((one, at) => checkedAddress(deps, one, `starts.${at}`));
  const [url = '', ...starts] = new Set(all);
  return { url, plan: { starts, include, exclude, hour, timeZone } };
}

function addressFields(
  input: { kind: 'url' | 'sitemap' | 'crawl'; refreshRate: RefreshRate; pagesMax?: number; url: string },
  url: string,
) {
  return {
    kind: input.kind,
    url,
    title: titleOfAddress(url),
    refreshRate: input.refreshRate,
    pagesMax: input.kind === 'url' ? 1 : (input.pagesMax ?? limits.crawlPagesDefault),
  };
}

/** Refuses an address that is plainly inside at once; what a name resolves to is found out when it is read. */
export function checkedAddress(deps: { fetchPage: FetchPage }, typed: string, path = 'url'): string {
  try {
    return deps.fetchPage.checkAddress(
      /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]+:\d/.test(typed) ? typed : `https://${typed}`,
    );
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    fail('url_not_allowed', { issues: [{ path, message: errors.url_not_allowed.message }] });
  }
}

async function addFile(deps: UploadDeps, scope: Scope, agentId: AgentId, file: File): Promise<KnowledgeDocument> {
  await demandAgent(deps, scope, agentId);
  return storeFile(
    deps,
    scope,
    { file, kinds: READABLE_KINDS, bytesMax: limits.uploadBytesMax, agentId, conversationId: null },
    (tx, stored) => insertReserved(tx, scope, { agentId, kind: 'file', title: stored.name, fileId: stored.id }),
  );
}

/** Before a file is written: nobody fills the disk for an agent that is not theirs. */
async function demandAgent(deps: { database: Database }, scope: Scope, agentId: AgentId) {
  const exists = await deps.database.transaction(scope, (tx) => hasAgent(tx, scope, agentId));
  if (!exists) fail('not_found');
}

async function insertReserved(tx: Tx, scope: Scope, fields: Omit<NewDocumentRow, 'id' | 'progress'>) {
  if (!(await lockAgentForAdding(tx, scope, fields.agentId))) fail('not_found');
  if ((await countDocuments(tx, scope, fields.agentId)) >= limits.knowledgeDocumentsMax) fail('document_limit_reached');
  const row = await insertDocument(tx, scope, { ...fields, id: newDocumentId(), progress: newProgress() });
  await emit(tx, scope, { type: 'document_added', payload: { agentId: row.agentId, documentId: row.id } });
  return toDocument(row);
}
