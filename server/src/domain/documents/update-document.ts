import { fail } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { KnowledgeDocument, RefreshRate } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { GIVEN_BACK } from '../../db/lease.ts';
import { emit } from '../events/emit.ts';
import type { Member } from '../identity/identity.policy.ts';
import { storable } from '../search/search-text.rules.ts';
import type { FetchPage } from '../websites/websites.ports.ts';
import { checkedAddress } from './add-document.ts';
import { demandKnowledgeWrite } from './documents.policy.ts';
import {
  type DocumentRow,
  findDocument,
  type NewDocumentRow,
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
    const { change, readsAgain } = changeOf(deps, row, input);
    if (row.url && change.url)
      await emit(tx, scope, {
        type: 'site_named',
        payload: { agentId: row.agentId, knownBy: hostOfSite(row.url), siteName: hostOfSite(change.url) },
      });
    if (readsAgain)
      await emit(tx, scope, { type: 'document_refresh_due', payload: { agentId: row.agentId, documentId: row.id } });
    return toDocument((await updateRow(tx, scope, row.id, change)) ?? row);
  });
}

/** A new title or text ends a reading under way: that one would index what stood there before. */
function changeOf(
  deps: { fetchPage: FetchPage },
  row: DocumentRow,
  input: Change,
): { change: Partial<NewDocumentRow>; readsAgain: boolean } {
  if (input.text !== undefined && row.kind !== 'text')
    fail('invalid_input', { issues: [{ path: 'text', message: 'Only text that was typed here can be changed.' }] });
  demandTaught(row, input);
  if (input.refreshRate !== undefined && (row.url === null || row.kind === 'page'))
    fail('invalid_input', {
      issues: [{ path: 'refreshRate', message: 'Only addresses are read again by the clock.' }],
    });
  const moved = input.url === undefined ? null : movedTo(deps, row, input.url);
  const isTaught = input.questions !== undefined || input.language !== undefined;
  const readsAgain = input.title !== undefined || input.text !== undefined || isTaught || moved !== null;
  const change: Partial<NewDocumentRow> = {
    title: storable(input.title ?? row.title),
    text: storable(input.text ?? row.text),
    ...moved,
    ...(isTaught ? taughtFields(input.questions ?? row.questions, input.language ?? row.language) : {}),
    refreshRate: input.refreshRate ?? row.refreshRate,
    ...(input.refreshRate === undefined ? {} : { nextReadAt: nextReadAt(input.refreshRate, new Date()) }),
    ...(readsAgain ? { state: 'INITIALIZED', stateReason: null, progress: newProgress() } : {}),
    ...(readsAgain ? { ...GIVEN_BACK, readingAttempts: 0 } : {}),
  };
  return { change, readsAgain };
}

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
    await emit(tx, scope, { type: 'document_refresh_due', payload: { agentId: row.agentId, documentId: row.id } });
    const change = { state: 'INITIALIZED', stateReason: null, progress: newProgress(), readingAttempts: 0 } as const;
    return toDocument((await updateRow(tx, scope, row.id, change)) ?? row);
  });
}
