import type { Scope } from '../../db/scope.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import { DOCUMENT_CHARS_MAX } from '../extraction/chunking.rules.ts';
import type { ExtractedText } from '../extraction/extraction.ports.ts';
import { readAddress } from '../extraction/read-address.ts';
import { READABLE_TYPES } from '../extraction/readable-types.rules.ts';
import { searchLanguage } from '../search/search-text.rules.ts';
import { getFile } from '../uploads/get-file.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { titleOfAddress } from './documents.rules.ts';
import { indexPrepared, prepareText } from './index-document.ts';
import type { ReadingDeps, ReadingRun } from './reading-run.ts';

/** Reads a text, a file or one address. `reason` says what was left out, or is null. */
export async function readAlone(deps: ReadingDeps, scope: Scope, run: ReadingRun): Promise<{ reason: string | null }> {
  const { document } = run;
  await run.report({ step: 'reading', found: 1, read: 0, failed: 0, skipped: 0 });
  const content = await extract(deps, scope, run).catch(async (error) => {
    Object.assign(run.progress, { failed: 1 });
    throw error;
  });
  if (content.chunks.length === 0) {
    Object.assign(run.progress, { failed: 1 });
    throw new VendorFailure('invalid', 'No text was found here.');
  }
  await run.report({ step: 'indexing' });
  // It is found by its other questions as by its first, which is its title.
  const [, ...headingPath] = document.questions;
  if (headingPath.length > 0) content.chunks = content.chunks.map((chunk) => ({ ...chunk, headingPath }));
  if (document.language !== '')
    content.chunks = content.chunks.map((chunk) => ({ ...chunk, language: searchLanguage(document.language) }));
  const isNamedByAddress = document.url !== null && document.title === titleOfAddress(document.url);
  const prepared = prepareText((isNamedByAddress && content.title) || document.title, content);
  Object.assign(run.progress, { read: 1 });
  await deps.database.transaction(scope, async (tx) => {
    const target = { ...document, documentId: document.id };
    const change = await indexPrepared(tx, scope, target, prepared);
    await run.write(tx, document.kind === 'text' ? change : { ...change, text: prepared.text });
    if (change.chars > document.chars) await demandWithin(tx, scope, 'maxKbDocsCharCount');
  });
  return { reason: content.isCut ? cutReason : null };
}

export const cutReason = `Only the first ${DOCUMENT_CHARS_MAX.toLocaleString('en')} characters were read.`;

const asItIs = { charset: '', url: null, keepsFooter: true, charsMax: DOCUMENT_CHARS_MAX };

async function extract(deps: ReadingDeps, scope: Scope, run: ReadingRun): Promise<ExtractedText> {
  const { document } = run;
  if (document.kind === 'text')
    return deps.documentText.extract({ ...asItIs, bytes: Buffer.from(document.text), kind: 'typed' });
  if (document.fileId) {
    const file = await getFile(deps, scope, { id: document.fileId });
    const kind = READABLE_TYPES[file.type];
    if (!kind) throw new VendorFailure('invalid', 'This type of file is not supported.');
    return deps.documentText.extract({ ...asItIs, bytes: file.content, kind });
  }
  if (!document.url) throw new VendorFailure('invalid', 'This document has no address.');
  const page = await readAddress(deps, document.url, { signal: run.signal, keepsFooter: true });
  return page.content;
}
