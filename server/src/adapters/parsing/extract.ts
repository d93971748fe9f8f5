import { isDeepStrictEqual } from 'node:util';
import { chunkText } from '../../domain/extraction/chunking.rules.ts';
import type { DocumentText, ExtractedText, PageFacts, TextBlock } from '../../domain/extraction/extraction.ports.ts';
import { textBlocks } from '../../domain/extraction/text-blocks.rules.ts';
import { decodeText } from './decode-text.ts';

type ExtractInput = Parameters<DocumentText['extract']>[0];
type Reading = { title: string; blocks: TextBlock[]; page?: PageFacts | null };

/** Runs inside the worker. Each reader is loaded when the first document of its kind comes. */
export async function extract(input: ExtractInput): Promise<ExtractedText> {
  const { blocks, ...facts } = await extractBlocks(input);
  return { ...facts, ...chunkText(blocks) };
}

export async function extractBlocks(
  input: ExtractInput,
): Promise<Omit<ExtractedText, 'text' | 'chunks'> & { blocks: TextBlock[] }> {
  const reading = await read(input);
  const cut = cutBlocks(reading.blocks, input.charsMax);
  return { title: reading.title, page: reading.page ?? null, ...cut };
}

async function read({ bytes, kind, charset, url, keepsFooter, charsMax }: ExtractInput): Promise<Reading> {
  switch (kind) {
    case 'pdf':
      return (await import('./read-pdf.ts')).readPdf(bytes, charsMax);
    case 'docx':
      return { title: '', blocks: await (await import('./read-docx.ts')).readDocx(bytes, charsMax) };
    case 'html':
      return (await import('./read-html.ts')).readHtml(decodeText(bytes, charset), { url, keepsFooter });
    case 'md':
      return (await import('./read-markdown.ts')).readMarkdown(decodeText(bytes, charset));
    case 'csv':
      return (await import('./read-csv.ts')).readCsv(decodeText(bytes, charset), charsMax);
    case 'typed':
      return { title: '', blocks: textBlocks(decodeText(bytes, 'utf-8')) };
    case 'txt':
      return { title: '', blocks: paragraphs(decodeText(bytes, charset)) };
  }
}

const paragraphs = (text: string): TextBlock[] =>
  text
    .split(/(?:\r?\n[ \t]*){2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ headingPath: [], text: part, kind: 'text' }));

/** What a passage under another heading costs at least, so that nothing but headings are not a million passages. */
const HEADING_CHARS_MIN = 100;

function cutBlocks(blocks: TextBlock[], charsMax: number): { blocks: TextBlock[]; isCut: boolean } {
  let left = charsMax;
  let path: string[] = [];
  const kept: TextBlock[] = [];
  for (const block of blocks) {
    if (!isDeepStrictEqual(block.headingPath, path))
      left -= Math.max(HEADING_CHARS_MIN, block.headingPath.join('').length);
    path = block.headingPath;
    if (left <= 0) return { blocks: kept, isCut: true };
    kept.push(block.text.length <= left ? block : { ...block, text: block.text.slice(0, left) });
    left -= block.text.length;
  }
  return { blocks: kept, isCut: left < 0 };
}
