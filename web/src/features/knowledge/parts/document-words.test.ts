import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../../texts/load-english.ts';
import { contentWords, progressPercent, progressWords } from './document-words.ts';

beforeAll(() => loadEnglish('knowledge', 'ui'));

const crawl = (change: Partial<KnowledgeDocument>) =>
  ({
    kind: 'crawl',
    state: 'PENDING',
    chunks: 0,
    progress: { step: 'reading', found: 40, read: 12, failed: 2, skipped: 6 },
    ...change,
  }) as KnowledgeDocument;

describe('how far the reading has come', () => {
  it('counts pages of a site that is being read', () => {
    expect(progressWords(crawl({}))).toBe('12 of 40 pages');
    expect(progressPercent(crawl({}))).toBe(50);
  });

  it('says nothing of a finished one', () => {
    expect(progressWords(crawl({ state: 'SUCCESS' }))).toBe('');
    expect(progressPercent(crawl({ state: 'SUCCESS' }))).toBeNull();
  });

  it('finds no pages in a single address', () => {
    const progress = { step: 'finding' as const, found: 0, read: 0, failed: 0, skipped: 0 };
    expect(progressWords(crawl({ kind: 'url', progress }))).toBe('Opening');
    expect(progressPercent(crawl({ progress }))).toBeNull();
  });

  it('tells what failed and what was left out', () => {
    expect(contentWords(crawl({ state: 'SUCCESS', chunks: 48 }))).toBe('12 pages, 2 failed, 6 left out, 48 passages');
    expect(contentWords(crawl({ kind: 'text', state: 'SUCCESS', chunks: 1 }))).toBe('1 passage');
  });
});
