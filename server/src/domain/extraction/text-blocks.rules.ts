import type { TextBlock } from './extraction.ports.ts';

/**
 * Pasted text as blocks: paragraphs between empty lines, under lines that start with `#` as in Markdown, or that stand above a paragraph as a
 * heading does ("Opening hours").
 */
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
  const all = text.split(/\r\n|\r|\n/);
  for (const [at, line] of all.entries()) {
    const marked = /^(#{1,6})\s+(\S.{0,200})$/.exec(line);
    const heading =
      marked?.[1] && marked[2] ? { level: marked[1].length, text: marked[2].trim() } : plainHeading(all, at);
    if (heading || line.trim() === '') close();
    if (heading) {
      const { level } = heading;
      headings = [...headings.filter((one) => one.level < level), heading];
    } else if (line.trim() !== '') lines.push(line.trimEnd());
  }
  close();
  return blocks;
}

/** Below those that are marked. */
const PLAIN_LEVEL = 7;
const PLAIN_CHARS_MAX = 60;
const PLAIN_WORDS_MAX = 6;
const TEXT_CHARS_MIN = 40;
const isEmpty = (line: string | undefined) => line === undefined || line.trim() === '';

/** A line of a few words that begins a paragraph and ends as no sentence does: no address, and no number. */
function isShaped(lines: readonly string[], at: number): boolean {
  const text = lines[at]?.trim() ?? '';
  if (text.length > PLAIN_CHARS_MAX || !/^\p{L}[^\d:;|@]*[^\d.!?,:;…|@]$/u.test(text) || /^\p{Ll}/u.test(text))
    return false;
  return text.split(/\s+/).length <= PLAIN_WORDS_MAX && isEmpty(lines[at - 1]);
}

/** Such a line above one that is a text, and not in a list of short ones. */
function plainHeading(lines: readonly string[], at: number): { level: number; text: string } | null {
  if (!isShaped(lines, at)) return null;
  const below = isEmpty(lines[at + 1]) ? at + 2 : at + 1;
  const next = lines[below]?.trim() ?? '';
  const isText = next.length >= TEXT_CHARS_MIN || /[.!?:]$|: /u.test(next) || /^([-*•]|\d{1,3}[.)])\s/u.test(next);
  // Of two headings in a row the first one would stand above nothing, and be lost.
  const isAboveText = isText && !next.startsWith('#') && !isShaped(lines, below);
  return isAboveText ? { level: PLAIN_LEVEL, text: lines[at]?.trim() ?? '' } : null;
}

const kindOf = (lines: string[]): TextBlock['kind'] =>
  lines.length > 1 && lines.every((line) => /^\s*([-*•]|\d{1,3}[.)])\s/.test(line)) ? 'list' : 'text';
