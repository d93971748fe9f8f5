import type { Citation } from '@antiphon/contract/events';
import { type ComponentChildren, Fragment } from 'preact';
import { CitationMark } from './parts/citation-mark.tsx';
import { safeHref } from './safe-href.ts';

/**
 * Markdown as a safe subset: paragraphs, headings, lists, quotes, code, emphasis, links to http(s) and mailto. HTML stays
 * text and images become links, so that nothing is fetched without a press. `[2]` becomes the chip of citation 2.
 */
export type Block =
  | { kind: 'text' | 'quote'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; start: number; depth: number; items: string[] }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'rule' };

const ITEM = /^(\s{0,12})([-*+]|\d{1,3}[.)])\s+(.*)$/;
const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Splits a text into blocks; what is not closed yet (a fence while it streams) reaches to the end. */
export function parseBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  const lines = source.replace(/\r\n?/g, '\n').split('\n');
  let isOpen = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const last: Block | undefined = isOpen ? blocks.at(-1) : undefined;
    const fence = /^\s*(```+|~~~+)/.exec(line);
    const item = ITEM.exec(line);
    isOpen = true;
    if (fence) {
      const body: string[] = [];
      while (++at < lines.length && !lines[at]!.trim().startsWith(fence[1]!)) body.push(lines[at]!);
      blocks.push({ kind: 'code', text: body.join('\n') });
      isOpen = false;
    } else if (!line.trim()) {
      // A blank line between two items of one list does not end it.
      isOpen = last?.kind === 'list' && ITEM.test(lines[at + 1] ?? '');
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) blocks.push({ kind: 'rule' });
    else if (/^#{1,6}\s/.test(line)) {
      blocks.push({ kind: 'heading', text: line.replace(/^#+\s+|\s+#+\s*$/g, '') });
      isOpen = false;
    } else if (/^\s*>/.test(line)) {
      const text = line.replace(/^\s*>\s?/, '');
      if (last?.kind === 'quote') last.text += `\n${text}`;
      else blocks.push({ kind: 'quote', text });
    } else if (line.includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(lines[at + 1] ?? '') && lines[at + 1]!.includes('|')) {
      const rows = [cells(line)];
      for (at += 2; at < lines.length && lines[at]!.includes('|'); at++) rows.push(cells(lines[at]!));
      at -= 1;
      blocks.push({ kind: 'table', rows });
      isOpen = false;
    } else if (item) {
      const isOrdered = /\d/.test(item[2]!);
      const depth = item[1]!.length > 1 ? Math.min(Math.round(item[1]!.length / 3) || 1, 3) : 0;
      if (last?.kind === 'list' && last.isOrdered === isOrdered && last.depth === depth) last.items.push(item[3]!);
      else
        blocks.push({ kind: 'list', isOrdered, depth, start: Number.parseInt(item[2]!, 10) || 1, items: [item[3]!] });
    } else if (last?.kind === 'list') last.items[last.items.length - 1] += `\n${line.trim()}`;
    else if (last?.kind === 'text' || last?.kind === 'quote') last.text += `\n${line}`;
    else blocks.push({ kind: 'text', text: line });
  }
  return blocks;
}

const INLINE =
  /(`+)([\s\S]*?[^`])\1(?!`)|!?\[([^\]\n]*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\s*\)|\[(\d{1,2})\]|\*\*([\s\S]+?)\*\*|__([\s\S]+?)__|(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?!\w)|(?<![\w_])_([^\s_](?:[^_]*[^\s_])?)_(?!\w)|~~([\s\S]+?)~~|(https?:\/\/[^\s<>"`*]*[^\s<>"`*.,;:!?'")\]])|\\([\\`*_[\]()#+.!>~|-])/;

type Cite = (number: number) => ComponentChildren;

export function renderInline(text: string, cite: Cite): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    const [all, , code, label, href, number, bold, bold2, italic, italic2, struck, bare, escaped] = found;
    const before = rest.slice(0, found.index);
    // A chip stands close to the word that it belongs to.
    out.push(number === undefined ? before : before.trimEnd());
    rest = rest.slice(found.index + all.length);
    const target = safeHref(href ?? bare ?? '');
    if (code !== undefined) out.push(<code>{code.trim()}</code>);
    else if (number !== undefined) out.push(cite(+number) ?? all);
    else if (target)
      out.push(
        <a href={target} target="_blank" rel="noopener noreferrer">
          {bare ?? (label ? renderInline(label, cite) : target)}
        </a>,
      );
    else if (label !== undefined) out.push(label);
    else if (bold ?? bold2) out.push(<strong>{renderInline((bold ?? bold2)!, cite)}</strong>);
    else if (italic ?? italic2) out.push(<em>{renderInline((italic ?? italic2)!, cite)}</em>);
    else if (struck) out.push(<del>{renderInline(struck, cite)}</del>);
    else out.push(escaped ?? all);
  }
  out.push(rest);
  return out.map((part, at) => <Fragment key={at}>{part}</Fragment>);
}

/** While a text streams, an opened emphasis or code is closed for the moment, so that no marks flicker. */
export function closeOpen(text: string): string {
  const tail = text.slice(text.lastIndexOf('\n\n') + 1);
  if ((tail.match(/`/g) ?? []).length % 2) return `${text}\``;
  const trimmed = text.replace(/(\*{1,2}|\[[^\]\n]{0,80}(\]\([^)\s]*)?)$/, '');
  return (tail.match(/\*\*/g) ?? []).length % 2 && trimmed === text ? `${text}**` : trimmed;
}

export function Markdown(props: { text: string; citations: Citation[]; isStreaming: boolean; hasMarks: boolean }) {
  const cite: Cite = (number) => {
    if (!props.hasMarks) return '';
    const citation = props.citations.find((one) => one.number === number);
    if (citation) return <CitationMark citation={citation} />;
    return props.isStreaming ? <span className="chat-cite">{number}</span> : null;
  };
  const lines = (text: string) =>
    text.split('\n').map((line, at) => (
      <Fragment key={at}>
        {at > 0 && <br />}
        {renderInline(line, cite)}
      </Fragment>
    ));
  return (
    <>
      {parseBlocks(props.isStreaming ? closeOpen(props.text) : props.text).map((block, at) => {
        if (block.kind === 'rule') return <hr key={at} />;
        if (block.kind === 'code')
          return (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
            <pre key={at} tabIndex={0} dir="ltr">
              <code>{block.text}</code>
            </pre>
          );
        if (block.kind === 'list') {
          const items = block.items.map((item, n) => <li key={n}>{lines(item)}</li>);
          return block.isOrdered ? (
            <ol key={at} start={block.start} data-depth={block.depth}>
              {items}
            </ol>
          ) : (
            <ul key={at} data-depth={block.depth}>
              {items}
            </ul>
          );
        }
        if (block.kind === 'table') return <Table key={at} rows={block.rows} cite={cite} />;
        if (block.kind === 'heading')
          return (
            <p key={at} className="chat-heading">
              {lines(block.text)}
            </p>
          );
        return block.kind === 'quote' ? (
          <blockquote key={at}>{lines(block.text)}</blockquote>
        ) : (
          <p key={at}>{lines(block.text)}</p>
        );
      })}
    </>
  );
}

function Table({ rows: [head, ...body], cite }: { rows: string[][]; cite: Cite }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div className="chat-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.map((cell, at) => (
              <th key={at}>{renderInline(cell, cite)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, n) => (
            <tr key={n}>
              {row.map((cell, at) => (
                <td key={at}>{renderInline(cell, cite)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
