import { getDocumentProxy } from 'unpdf';
import type { TextBlock } from '../../domain/extraction/extraction.ports.ts';
import { linesBlocks, type PdfLine } from './pdf-blocks.ts';
import { ReadingProblem } from './reading-problem.ts';

const PAGES_MAX = 3_000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The text layer of a pdf; one that is only pictures has none, and is refused with a word about it. */
export async function readPdf(bytes: Uint8Array, charsMax: number): Promise<{ title: string; blocks: TextBlock[] }> {
  const pdf = await openPdf(bytes);
  const lines: PdfLine[] = [];
  let chars = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX) && chars <= charsMax; number += 1) {
    const page = await pdf.getPage(number);
    for (const line of await pageLines(page)) {
      lines.push({ ...line, page: number });
      chars += line.text.length + 1;
    }
    page.cleanup();
  }
  const blocks = linesBlocks(lines);
  if (blocks.length === 0)
    throw new ReadingProblem(
      'This PDF holds pictures only, no text. Run a text recognition (OCR) over it and upload it again.',
    );
  const info = (await pdf.getMetadata().catch(() => null))?.info as { Title?: unknown } | undefined;
  return { title: typeof info?.Title === 'string' ? info.Title.trim().slice(0, 200) : '', blocks };
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, { isEvalSupported: false, stopAtErrors: false, maxImageSize: 1 });
  } catch (error) {
    if ((error as Error).name === 'PasswordException')
      throw new ReadingProblem('This PDF is protected by a password. Remove the password and upload it again.');
    throw new ReadingProblem('This PDF is damaged and cannot be read.');
  }
}

/** Pieces of text joined to lines: a piece that starts lower, or after an end of line, starts the next one. */
async function pageLines(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<Omit<PdfLine, 'page'>[]> {
  const { items } = await page.getTextContent();
  const lines: Omit<PdfLine, 'page'>[] = [];
  let isNew = true;
  for (const item of items) {
    if (!('str' in item)) continue;
    const y = Number(item.transform[5]);
    const last = lines.at(-1);
    if (item.str.trim() === '') {
      if (last && item.str !== '' && !isNew) last.text += ' ';
    } else if (last && !isNew && Math.abs(last.y - y) < Math.max(last.size, item.height) * 0.5) {
      last.text += item.str;
      last.size = Math.max(last.size, item.height);
    } else lines.push({ text: item.str, y, size: item.height });
    isNew = item.hasEOL;
  }
  return lines.map((line) => ({ ...line, text: line.text.replace(/\s+/g, ' ').trim() }));
}
