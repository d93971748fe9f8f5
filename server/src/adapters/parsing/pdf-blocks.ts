import type { TextBlock } from '../../domain/extraction/extraction.ports.ts';

/** One line of a page. `y` grows upwards; `size` is the height of its largest letters. */
export type PdfLine = { text: string; y: number; size: number; page: number };

const HEADING_CHARS_MAX = 120;

/**
 * Lines as paragraphs under headings. A pdf knows neither: a larger gap between lines, or a new size, starts a paragraph;
 * short lines clearly larger than most of the text are headings, of a level by their size.
 */
export function linesBlocks(lines: PdfLine[]): TextBlock[] {
  const bodySize = usualSize(lines);
  const isHeading = (line: PdfLine) =>
    line.size > bodySize * 1.15 && line.text.length <= HEADING_CHARS_MAX && /\p{L}/u.test(line.text);
  const sizes = [...new Set(lines.filter(isHeading).map((line) => Math.round(line.size)))].sort((a, b) => b - a);
  const blocks: TextBlock[] = [];
  let headings: { level: number; text: string }[] = [];
  let paragraph = '';
  let last: PdfLine | null = null;
  const flush = () => {
    const text = paragraph.trim();
    if (text) blocks.push({ headingPath: headings.map((heading) => heading.text), text, kind: 'text' });
    paragraph = '';
  };
  for (const line of lines) {
    if (isHeading(line)) {
      flush();
      const level = Math.min(sizes.indexOf(Math.round(line.size)) + 1, 4);
      headings = [...headings.filter((heading) => heading.level < level), { level, text: line.text }];
    } else {
      if (startsParagraph(line, last)) flush();
      paragraph = join(paragraph, line.text);
    }
    last = line;
  }
  flush();
  return blocks.length > 0
    ? blocks
    : headings.map((heading) => ({ headingPath: [], text: heading.text, kind: 'text' }));
}

/** Across a page break a sentence goes on unless the line before it ended one. */
function startsParagraph(line: PdfLine, last: PdfLine | null): boolean {
  if (!last || /^(?:[•▪●◦*-]|\d{1,3}[.)])\s/.test(line.text)) return true;
  if (line.page !== last.page) return /[.!?:]["')\]]?$/.test(last.text);
  return last.y - line.y > Math.max(last.size, line.size) * 1.8 || line.y > last.y + line.size;
}

/** A word cut at the end of a line is joined again. */
const join = (before: string, line: string) =>
  /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line)
    ? before.slice(0, -1) + line
    : before === ''
      ? line
      : `${before}\n${line}`;

/** The size that most characters have. */
function usualSize(lines: PdfLine[]): number {
  const chars = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    chars.set(rounded, (chars.get(rounded) ?? 0) + text.length);
  }
  return [...chars].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
