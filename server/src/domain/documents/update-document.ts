import { isDeepStrictEqual } from 'node:util';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { KnowledgeDocument, RefreshRate } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import { GIVEN_BACK } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { endOpenRun } from '../crawl-runs/record-run.ts';
import { emit } from '../events/emit.ts';
import type { Member } from '../identity/identity.policy.ts';
import { storable } from '../search/search-text.rules.ts';
import type { FetchPage } from '../websites/websites.ports.ts';
import { checkedAddress } from './add-document.ts';
import { demandKnowledgeWrite } from './documents.policy.ts';
import {
  type DocumentRow,
  findDocument,
  forgetSeen,
  type NewDocumentRow,
  type StoredPlan,
  updateDocument as updateRow,
} from './documents.queries.ts';
import { hostOfSite, newProgress, nextReadAt, taughtFields, titleOfAddress, toDocument } from './documents.rules.ts';

type Change = {
  title?: string | undefined;
  text?: string | undefined;
  questions?: string[] | undefined;
  language?: string | undefined;
  refreshRate?: RefreshRate | undefined;
  url?: string | undefined;
  pagesMax?: number | undefined;
  /** All addresses; the first is its own. */
  plan?: (StoredPlan & { url: string }) | undefined;
  isPaused?: boolean | undefined;
};

/** Text can be changed where it was typed; what was read from a file or a page would be overwritten by the next reading. */
export async function updateDocument(
  deps: { database: Database; fetchPage: FetchPage },
  member: Member,
  target: { agentId: AgentId; documentId: DocumentId },
  input: Change,
): Promise<KnowledgeDocument> {
  demandKnowledgeWrite(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    const row = await findDocument(tx, scope, target.agentId, target.documentId);
    if (!row) fail('not_found');
    const { change, readsAgain, isElsewhere } = changeOf(deps, row, input);
    const changed = toDocument((await updateRow(tx, scope, row.id, change)) ?? row);
    if (isElsewhere) {
      await endOpenRun(tx, scope, row.id, 'replaced');
      await forgetSeen(tx, scope, row.id);
    }
    if (row.url && change.url && change.url !== row.url)
      await emit(tx, scope, {
        type: 'site_named',
        payload: { agentId: row.agentId, knownBy: hostOfSite(row.url), siteName: hostOfSite(change.url) },
      });
    if (readsAgain)
      await emit(tx, scope, { type: 'document_refresh_due', payload: { agentId: row.agentId, documentId: row.id } });
    return changed;
  });
}

/** A new title or text ends a reading under way: that one would index what stood there before. */
function changeOf(
  deps: { fetchPage: FetchPage },
  row: DocumentRow,
  input: Change,
): { change: Partial<NewDocumentRow>; readsAgain: boolean; isElsewhere: boolean } {
  if (input.text !== undefined && row.kind !== 'text')
    fail('invalid_input', { issues: [{ path: 'text', message: 'Only text that was typed here can be changed.' }] });
  demandTaught(row, input);
  const { url: planned, ...plan } = input.plan ?? { url: undefined };
  const isTimed = input.refreshRate !== undefined || input.plan !== undefined || input.isPaused !== undefined;
  if (isTimed && (row.url === null || row.kind === 'page'))
    fail('invalid_input', {
      issues: [{ path: 'refreshRate', message: 'Only addresses are read again by the clock.' }],
    });
  const typed = input.url ?? (planned === row.url ? undefined : planned);
  const moved = typed === undefined ? null : movedTo(deps, row, typed);
  const clock = {
    refreshRate: input.refreshRate ?? row.refreshRate,
    isPaused: input.isPaused ?? row.isPaused,
    plan: input.plan ? (plan as StoredPlan) : row.plan,
  };
  const pagesMax = input.pagesMax ?? row.pagesMax;
  const isElsewhere =
    moved !== null || pagesMax !== row.pagesMax || !isDeepStrictEqual(where(clock.plan), where(row.plan));
  const isTaught = input.questions !== undefined || input.language !== undefined;
  const readsAgain = input.title !== undefined || input.text !== undefined || isTaught || isElsewhere;
  const change: Partial<NewDocumentRow> = {
    title: storable(input.title ?? row.title),
    text: storable(input.text ?? row.text),
    ...moved,
    ...(isTaught ? taughtFields(input.questions ?? row.questions, input.language ?? row.language) : {}),
    ...{ ...clock, pagesMax },
    ...(isTimed ? { nextReadAt: nextReadAt(clock, new Date()) } : {}),
    ...(readsAgain ? { state: 'INITIALIZED', stateReason: null, progress: newProgress() } : {}),
    ...(readsAgain ? { ...GIVEN_BACK, readingAttempts: 0 } : {}),
  };
  return { change, readsAgain, isElsewhere };
}

const where = (plan: StoredPlan | null) => [plan?.starts ?? [], plan?.include ?? [], plan?.exclude ?? []];

/** Another address in place of the one before; what was read there stays until this one is read. */
function movedTo(deps: { fetchPage: FetchPage }, row: DocumentRow, typed: string) {
  if (row.url === null || row.kind === 'page')
    fail('invalid_input', {
      issues: [{ path: 'url', message: 'This document is not read from an address of its own.' }],
    });
  const url = checkedAddress(deps, typed);
  return { url, title: titleOfAddress(url), lastReadAt: null };
}

/** An answer that is taught is named by its first question, and only such a one has questions. */
function demandTaught(row: DocumentRow, input: Change) {
  const refuse = (path: string, message: string) => fail('invalid_input', { issues: [{ path, message }] });
  if (row.questions.length === 0) {
    if (input.questions !== undefined) refuse('questions', 'This document answers no questions of its own.');
    if (input.language !== undefined) refuse('language', 'The language of this document is found by reading it.');
    return;
  }
  if (input.title !== undefined) refuse('title', 'The first question is its title.');
  if ((input.text?.length ?? 0) > limits.taughtAnswerCharsMax)
    refuse('text', `An answer has at most ${limits.taughtAnswerCharsMax} characters.`);
}

/** Has a document read again; one that is being read just now stays as it is. */
export async function refreshDocument(
  deps: { database: Database },
  member: Member,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<KnowledgeDocument> {
  demandKnowledgeWrite(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    const row = await findDocument(tx, scope, target.agentId, target.documentId);
    if (!row) fail('not_found');
    if (row.leaseUntil && row.leaseUntil > new Date()) return toDocument(row);
    return readAgain(tx, scope, row);
  });
}

async function readAgain(tx: Tx, scope: Scope, row: DocumentRow): Promise<KnowledgeDocument> {
  const change = { state: 'INITIALIZED', stateReason: null, progress: newProgress(), readingAttempts: 0 } as const;
  const changed = await updateRow(tx, scope, row.id, change);
  await emit(tx, scope, { type: 'document_refresh_due', payload: { agentId: row.agentId, documentId: row.id } });
  return toDocument(changed ?? row);
}

/** In the caller's transaction: what its run that waits is then to be applied. One that is being read just now stays as it is. */
export async function readAgainWithin(
  tx: Tx,
  scope: Scope,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<void> {
  const row = await findDocument(tx, scope, target.agentId, target.documentId);
  if (!row) fail('not_found');
  await readAgain(tx, scope, row);
}

/** It says no longer that something waits. */
export async function clearReason(
  tx: Tx,
  scope: Scope,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<void> {
  const row = await findDocument(tx, scope, target.agentId, target.documentId);
  if (!row) fail('not_found');
  await updateRow(tx, scope, row.id, { stateReason: null });
}
