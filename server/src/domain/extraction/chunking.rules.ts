import { storable } from '../search/search-text.rules.ts';
import type { Chunk, ChunkedText, TextBlock } from './extraction.ports.ts';
import { languageOf, sureLanguageOf } from './languages.rules.ts';

/** Characters of one document that are kept and searched; a book has about a million. */
export const DOCUMENT_CHARS_MAX = 1_000_000;

/** Characters. A chunk grows towards the target and never passes the maximum; a larger version makes every document be indexed anew. */
export const CHUNKING = { targetChars: 900, charsMax: 1_400, version: 1 } as const;

/** A document as it is stored: how long it takes is its author's choice, so that it runs in the parsing worker alone. */
export const chunkText = (blocks: readonly TextBlock[]): ChunkedText => ({
  text: plainText(blocks),
  chunks: [...chunkBlocks(blocks)].map((chunk) => ({
    ...chunk,
    text: storable(chunk.text),
    headingPath: chunk.headingPath.map(storable),
  })),
});

/**
 * Cuts a document into passages that can be found and cited by themselves: never across headings, at the ends of
 * paragraphs, rows or sentences where possible. No text is lost or repeated (overlaps are left out: heading path and title
 * stand beside every chunk anyway).
 */
export function* chunkBlocks(blocks: readonly TextBlock[]): Generator<Chunk> {
  const documentLanguage = languageOf(sample(blocks));
  const finish = (passage: Passage): Chunk => ({
    ...passage,
    language: sureLanguageOf(passage.text) ?? documentLanguage,
  });
  let open = null as Passage | null;
  for (const block of blocks) {
    const text = block.text.trim();
    if (text === '') continue;
    if (open && !isSamePath(open.headingPath, block.headingPath)) {
      yield finish(open);
      open = null;
    }
    for (const piece of piecesOf(text, block.kind)) {
      const joined: string | null = open && `${open.text}${piece.startsBlock ? '\n\n' : piece.glue}${piece.text}`;
      if (open && joined && fits(open.text, joined)) open = { headingPath: open.headingPath, text: joined };
      else {
        if (open) yield finish(open);
        open = { headingPath: block.headingPath, text: piece.text };
      }
    }
  }
  if (open) yield finish(open);
}

/** Up to the target; a very short passage takes one more piece rather than stand alone. */
const fits = (before: string, joined: string) =>
  joined.length <= CHUNKING.targetChars || (before.length < 200 && joined.length <= CHUNKING.charsMax);

type Passage = { headingPath: string[]; text: string };
type Piece = { text: string; startsBlock: boolean; glue: string };

/** A block as pieces of at most the maximum: whole if it fits the target, else lines, sentences, words, and at last characters. */
function* piecesOf(text: string, kind: TextBlock['kind']): Generator<Piece> {
  const keepsWhole = kind === 'text' ? CHUNKING.targetChars : CHUNKING.charsMax;
  if (text.length <= keepsWhole) return yield { text, startsBlock: true, glue: '\n\n' };
  let isFirst = true;
  for (const line of text.split('\n')) {
    let glue = '\n';
    for (const part of line.length <= CHUNKING.targetChars ? [line] : sentences(line)) {
      if (part.trim() !== '') yield { text: part.trimEnd(), startsBlock: isFirst, glue };
      if (part.trim() !== '') isFirst = false;
      glue = ' ';
    }
  }
}

const sentenceSegmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function* sentences(line: string): Generator<string> {
  for (const { segment } of sentenceSegmenter.segment(line))
    if (segment.length <= CHUNKING.charsMax) yield segment;
    else yield* wrap(segment);
}

/** At spaces near the target; a run without any (a long address, base64) between characters, never inside of one. */
function* wrap(text: string): Generator<string> {
  let line = '';
  for (const word of text.split(/(?<=\s)/)) {
    if (line !== '' && line.length + word.length > CHUNKING.targetChars) {
      yield line;
      line = '';
    }
    if (word.length <= CHUNKING.targetChars) line += word;
    else
      for (const character of characters(word)) {
        if (line.length + character.length > CHUNKING.targetChars) {
          yield line;
          line = '';
        }
        line += character;
      }
  }
  if (line !== '') yield line;
}

/** What a reader sees as one character stays one, unless somebody piled up hundreds of accents on it. */
function* characters(word: string): Generator<string> {
  for (const { segment } of graphemeSegmenter.segment(word))
    if (segment.length <= 100) yield segment;
    else yield* segment;
}

const isSamePath = (one: string[], other: string[]) =>
  one.length === other.length && one.every((heading, at) => heading === other[at]);

function sample(blocks: readonly TextBlock[]): string {
  let text = '';
  for (const block of blocks) {
    text += `${block.text}\n`;
    if (text.length > 4_000) break;
  }
  return text.slice(0, 4_000);
}

/** The text as a person reads it, headings as lines that start with `#`: edited and saved, it makes the same blocks again. */
function plainText(blocks: readonly TextBlock[]): string {
  const parts: string[] = [];
  let path: string[] = [];
  for (const block of blocks) {
    const common = block.headingPath.findIndex((heading, at) => heading !== path[at]);
    const from = common === -1 ? block.headingPath.length : common;
    for (const [at, heading] of block.headingPath.entries())
      if (at >= from) parts.push(`${'#'.repeat(Math.min(at + 1, 6))} ${heading}`);
    path = block.headingPath;
    parts.push(block.text);
  }
  return storable(parts.join('\n\n'));
}
