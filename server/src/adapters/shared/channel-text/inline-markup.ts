import type { Token, Tokens } from 'marked';
import type { EntityType, TextWriter } from './text-writer.ts';

const STYLES: Record<string, EntityType> = { strong: 'bold', em: 'italic', del: 'strikethrough' };
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
type Styles = readonly EntityType[];

export function writeInline(writer: TextWriter, tokens: readonly Token[], styles: Styles) {
  for (const token of tokens as Tokens.Generic[]) {
    const style = STYLES[token.type];
    if (style) writeInline(writer, token.tokens ?? [], styles.includes(style) ? styles : [...styles, style]);
    // Neither contains nor is contained by others.
    else if (token.type === 'codespan') writer.write(token.text, ['code']);
    else if (token.type === 'br') writer.write('\n', []);
    else if (token.type === 'link' || token.type === 'image') writeLink(writer, token, styles);
    else if (token.type === 'checkbox') continue;
    else if (token.type === 'html') writer.write(withLineBreaks(token), styles);
    else if (token.tokens) writeInline(writer, token.tokens, styles);
    else writer.write(token.type === 'text' ? decoded(token.text ?? '') : String(token.text ?? token.raw), styles);
  }
}

const withLineBreaks = ({ text, block }: Tokens.Generic) =>
  (block ? text.trimEnd() : text).replace(/<br\s?\/?>/gi, '\n');

function writeLink(writer: TextWriter, link: Tokens.Generic, styles: Styles) {
  const address = addressOf(decoded(String(link.href ?? '')));
  const isSame = bare(decoded(link.text)) === bare(address);
  if (isSame || link.text.trim() === '') {
    writer.write(link.autolink ? link.text : address, styles);
    return;
  }
  writeInline(writer, link.tokens?.length ? link.tokens : [{ type: 'text', raw: '', text: link.text }], styles);
  if (address !== '') writer.write(` (${address})`, styles);
}

/** What can be used outside a page, as it is read: mail and phone without their scheme. */
function addressOf(href: string): string {
  if (/^(?:mailto|tel):/i.test(href)) return href.replace(/^\w+:/, '');
  return /^https?:\/\//i.test(href) ? href.replaceAll(' ', '%20') : '';
}

const bare = (address: string) =>
  address
    .trim()
    .replace(/^https?:\/\/|^mailto:|\/$/gi, '')
    .toLowerCase();

/** The character references that texts really have. */
const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (all, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? all;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const isSign =
      point >= 32 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) && !(point >= 127 && point < 160);
    return isSign ? String.fromCodePoint(point) : all;
  });
