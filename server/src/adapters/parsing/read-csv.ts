import Papa from 'papaparse';
import type { TextBlock } from '../../domain/extraction/extraction.ports.ts';

/** A table as lines, each cell with the name of its column. Separators are found out; a first row of plain words names the columns. */
export function readCsv(text: string, charsMax: number): { title: string; blocks: TextBlock[] } {
  const lines: string[] = [];
  let names: string[] | null = null;
  let chars = 0;
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
    step({ data }, parser) {
      const cells = data.map((cell) => cell.replace(/\s+/g, ' ').trim());
      if (names === null) {
        names = isHeader(cells) ? cells : [];
        if (names.length > 0) return;
      }
      const line = cells
        .flatMap((cell, at) => (cell === '' ? [] : [names?.[at] ? `${names[at]}: ${cell}` : cell]))
        .join(' | ');
      if (line) lines.push(line);
      chars += line.length + 1;
      if (chars > charsMax) parser.abort();
    },
  });
  if (lines.length === 0 && names) lines.push((names as string[]).join(' | '));
  return { title: '', blocks: lines.length > 0 ? [{ headingPath: [], text: lines.join('\n'), kind: 'table' }] : [] };
}

const isHeader = (cells: string[]) =>
  cells.length > 1 &&
  new Set(cells).size === cells.length &&
  cells.every((cell) => cell !== '' && cell.length <= 60 && !/^[-+]?[\d.,\s%€$£]+$/.test(cell));
