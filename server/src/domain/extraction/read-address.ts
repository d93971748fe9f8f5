import { setTimeout } from 'node:timers/promises';
import type { SniffFileKind } from '../uploads/uploads.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { FetchedPage, FetchOptions, FetchPage, Validators } from '../websites/websites.ports.ts';
import { DOCUMENT_CHARS_MAX } from './chunking.rules.ts';
import type { DocumentText, ExtractedText } from './extraction.ports.ts';
import { isReadableKind, READABLE_TYPES } from './readable-types.rules.ts';

type ReadDeps = { fetchPage: FetchPage; documentText: DocumentText; sniffFileKind: SniffFileKind };

type ReadOptions = Pick<FetchOptions, 'validators' | 'mayFollow'> & { signal: AbortSignal; keepsFooter: boolean };

/** `content` null: it is as it was when the `validators` came that were sent. */
export type ReadAddress = { url: string; validators: Validators; content: ExtractedText | null };

const RETRY_AFTER_MS = 1_000;
const RETRY_AFTER_MS_MAX = 10_000;

/** Fetches one address and reads its text; a failure that may pass by itself is tried once more. */
export async function readAddress(deps: ReadDeps, url: string, options: ReadOptions): Promise<ReadAddress> {
  const page = await fetchTwice(deps, url, options);
  const { validators = { etag: '', modified: '' } } = page;
  if (page.isUnchanged) return { url: page.url, validators, content: null };
  const content = await deps.documentText.extract({
    bytes: page.bytes,
    kind: await kindOf(deps, page),
    charset: page.charset,
    url: page.url,
    keepsFooter: options.keepsFooter,
    charsMax: DOCUMENT_CHARS_MAX,
  });
  return { url: page.url, validators, content };
}

async function fetchTwice(deps: Pick<ReadDeps, 'fetchPage'>, url: string, options: ReadOptions) {
  const { signal, validators, mayFollow } = options;
  const asked = { signal, ...(validators ? { validators } : {}), ...(mayFollow ? { mayFollow } : {}) };
  try {
    return await deps.fetchPage.get(url, asked);
  } catch (error) {
    if (!(error instanceof VendorFailure) || !error.canRetry || signal.aborted) throw error;
    await setTimeout(Math.min(error.retryAfterMs ?? RETRY_AFTER_MS, RETRY_AFTER_MS_MAX), undefined, { signal });
    return deps.fetchPage.get(url, asked);
  }
}

/** By the bytes; what the site calls it decides only between kinds of plain text, and the address where it calls it nothing. */
async function kindOf(deps: Pick<ReadDeps, 'sniffFileKind'>, page: FetchedPage) {
  if (page.bytes.length === 0) throw new VendorFailure('invalid', 'This page is empty.');
  const named = READABLE_TYPES[page.contentType];
  const name = named ? `page.${named}` : page.contentType === '' ? new URL(page.url).pathname || 'page.html' : 'page';
  const kind = await deps.sniffFileKind(page.bytes, name);
  if (kind && isReadableKind(kind)) return kind;
  throw new VendorFailure(
    'invalid',
    `This address holds ${page.contentType || 'something'} that cannot be read as text.`,
  );
}
