import type { Token, Tokens } from 'marked';
import { lexCarefully } from './careful-lexer.ts';
import { makeGraphemeEdges } from './grapheme-edges.ts';
import { writeInline } from './inline-markup.ts';
import { makeTextWriter, type StyledText, type TextWriter } from './text-writer.ts';

const UNITS_MAX = 32 * 1024;
const LINES_MAX = 2_000;
const TITLE_MAX = 200;

type Source = { title: string; url: string };

/**
 * Our Markdown as a text with entities, so that nothing in it can be misread as a mark. A link is `text (url)`:
 * providers let the address be pressed, people see where it leads before they open it, and it is not lost where entities are (Telegram has
 * 100 at most). Sources are the last lines.
 */
export function toStyledText(markdown: string, sources: readonly Source[]): StyledText {
  const writer = makeTextWriter(UNITS_MAX);
  writeBlocks(writer, lexCarefully(bounded(markdown)), { between: 2, isQuoted: false });
  const { text, entities } = writer.end();
  const lines = sources.map(sourceLine).filter((line) => line !== '');
  return { text: [text, lines.join('\n')].filter((part) => part !== '').join('\n\n'), entities };
}

function sourceLine({ title, url }: Source): string {
  const name = withoutControls(title.slice(0, TITLE_MAX)).replace(/\s+/g, ' ').trim();
  return name === '' || name === url ? url : `${name} (${url})`;
}

/** Without lone surrogates either; line breaks and tabs stay. */
const withoutControls = (text: string) => text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, '');

/** No answer is that long; each line costs `marked` some time of its own. */
function bounded(markdown: string): string {
  const lines = markdown.slice(0, UNITS_MAX).replace(/\r\n?/g, '\n').split('\n', LINES_MAX);
  const text = lines.join('\n');
  if (markdown.length <= UNITS_MAX && lines.length < LINES_MAX) return withoutControls(text);
  return `${withoutControls(text.slice(0, makeGraphemeEdges(text).before(text.length - 1)))}…`;
}

type Around = { between: 1 | 2; isQuoted: boolean };

function writeBlocks(writer: TextWriter, tokens: readonly Token[], around: Around) {
  const blocks = tokens.filter(({ type }) => !['space', 'def', 'hr', 'checkbox'].includes(type));
  for (const [at, block] of (blocks as Tokens.Generic[]).entries()) {
    const inner = block.tokens ?? [];
    if (at > 0) writer.gap(around.between);
    if (block.type === 'code')
      writer.enclose({ type: 'pre', ...languageOf(block.lang) }, () => writer.write(block.text.trimEnd(), []));
    else if (block.type === 'list') writeList(writer, block as Tokens.List, around.isQuoted);
    else if (block.type === 'table') writeTable(writer, block as Tokens.Table);
    else if (block.type === 'heading') writeInline(writer, inner, ['bold']);
    else if (block.type !== 'blockquote') writeInline(writer, block.tokens ?? [block], []);
    // None is shown within another.
    else if (around.isQuoted) writeBlocks(writer, inner, { between: 2, isQuoted: true });
    else writer.enclose({ type: 'blockquote' }, () => writeBlocks(writer, inner, { between: 2, isQuoted: true }));
  }
}

const languageOf = (lang: unknown) => {
  const language = /^[\w+#.-]{1,32}/.exec(String(lang ?? ''))?.[0];
  return language ? { language } : {};
};

function writeList(writer: TextWriter, list: Tokens.List, isQuoted: boolean) {
  for (const [at, item] of list.items.entries()) {
    if (at > 0) writer.gap(1);
    const box = item.checked ? '☑ ' : '☐ ';
    writer.write(list.ordered ? `${Number(list.start) + at}. ` : item.task ? box : '• ', []);
    writer.indented('   ', () => writeBlocks(writer, item.tokens, { between: 1, isQuoted }));
  }
}

/** Each row as lines of `head: value`: columns do not fit on a phone. */
function writeTable(writer: TextWriter, table: Tokens.Table) {
  const rows = table.rows.length > 0 ? table.rows : [table.header];
  for (const [number, row] of rows.entries()) {
    if (number > 0) writer.gap(2);
    const cells = row.map((cell, at) => ({ cell, head: table.header[at] })).filter(({ cell }) => cell.text !== '');
    for (const [at, { cell, head }] of cells.entries()) {
      if (at > 0) writer.gap(1);
      if (head && head !== cell && head.text !== '') {
        writeInline(writer, head.tokens, []);
        writer.write(': ', []);
      }
      writeInline(writer, cell.tokens, []);
    }
  }
}
