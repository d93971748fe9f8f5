import type { DocumentText, ExtractedText, TextBlock } from '../../domain/knowledge/document-text.ports.ts';
import { decodeText } from './decode-text.ts';

export type ExtractInput = Parameters<DocumentText['extract']>[0];
type Reading = Pick<ExtractedText, 'title' | 'blocks'> & Partial<Pick<ExtractedText, 'page'>>;

/** Runs inside the worker. Each reader is loaded when the first document of its kind comes. */
export async function extract(input: ExtractInput): Promise<ExtractedText> {
  const reading = await read(input);
  const cut = cutBlocks(reading.blocks, input.charsMax);
  return { title: reading.title, page: reading.page ?? null, ...cut };
}

async function read({ bytes, kind, charset, url, keepsFooter, charsMax }: ExtractInput): Promise<Reading> {
  switch (kind) {
    case 'pdf':
      return (await import('./read-pdf.ts')).readPdf(bytes, charsMax);
    case 'docx':
      return { title: '', blocks: await (await import('./read-docx.ts')).readDocx(bytes) };
    case 'html':
      return (await import('./read-html.ts')).readHtml(decodeText(bytes, charset), { url, keepsFooter });
    case 'md':
      return (await import('./read-markdown.ts')).readMarkdown(decodeText(bytes, charset));
    case 'csv':
      return (await import('./read-csv.ts')).readCsv(decodeText(bytes, charset), charsMax);
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

function cutBlocks(blocks: TextBlock[], charsMax: number): Pick<ExtractedText, 'blocks' | 'isCut'> {
  let left = charsMax;
  const kept: TextBlock[] = [];
  for (const block of blocks) {
    if (left <= 0) return { blocks: kept, isCut: true };
    kept.push(block.text.length <= left ? block : { ...block, text: block.text.slice(0, left) });
    left -= block.text.length;
  }
  return { blocks: kept, isCut: left < 0 };
}
