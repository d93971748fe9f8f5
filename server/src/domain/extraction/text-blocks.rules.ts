import type { TextBlock } from './extraction.ports.ts';

/** Pasted text as blocks: paragraphs between empty lines, under lines that start with `#` as in Markdown. */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let headings: { level: number; text: string }[] = [];
  let lines: string[] = [];
  const close = () => {
    const paragraph = lines.join('\n').trim();
    if (paragraph)
      blocks.push({ headingPath: headings.map((heading) => heading.text), text: paragraph, kind: kindOf(lines) });
    lines = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const heading = /^(#{1,6})\s+(\S.{0,200})$/.exec(line);
    if (heading || line.trim() === '') close();
    if (heading?.[1] && heading[2]) {
      const level = heading[1].length;
      headings = [...headings.filter((one) => one.level < level), { level, text: heading[2].trim() }];
    } else if (line.trim() !== '') lines.push(line.trimEnd());
  }
  close();
  return blocks;
}

const kindOf = (lines: string[]): TextBlock['kind'] =>
  lines.length > 1 && lines.every((line) => /^\s*([-*•]|\d{1,3}[.)])\s/.test(line)) ? 'list' : 'text';
