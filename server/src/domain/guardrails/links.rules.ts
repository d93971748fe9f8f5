import { hostOf, type LinkRule } from './link-hosts.rules.ts';

/** A piece of an answer: what is kept as it is was looked at already. */
type Piece = { text: string; isKept: boolean };
export type Unlinked = { text: string; count: number };

/** `[words](address "title")`, pictures as well. */
const MARKED =
  /!?\[([^[\]\n]*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?\s*\)/g;
/** An address as it stands, with as much behind it as any program would take for a part of it. */
const BARE = /(?:([a-z]{1,12}):)?\/{2,}([^\s</?#\\]*)([^\s<]{0,600})/gi;
/** What is surely the address's own: what Markdown ends a link with is not. */
const PATH = /^[\p{L}\p{N}\-._~:/?#@!$&'+,;=%]*/u;
/** A name without a scheme that programs make a link of: `www.`, with a path, or of an ending that everybody knows. */
const NAME =
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(\p{L}{2,24})(?![\p{L}\p{N}@])(?:\.(?=[^\s\p{L}\p{N}]))?/giu;
/** What some programs make a link of, whatever stands before it. */
const WWW = /www\.(?=([\p{L}\p{N}.-]*[\p{L}\p{N}])?)/giu;
const KNOWN_ENDINGS = new Set(
  `com net org info biz io co app dev xyz top site online shop store link click live page web cloud me ly gg ai ru cn eu uk de fr es it nl
   pl ch at be us ca br in jp au tk ml ga cf`.split(/\s+/),
);
const NAME_SIGN = /[^\s<()[\]*_~`"'!?,;:|>]/;
/** Nobody sees it, and no program reads a name across it. */
const BREAK = '\u2060';
const broken = (host: string) => host.replace(/[.:]/g, (sign) => BREAK + sign + BREAK);

/**
 * The same words without links to hosts that `mayLink` does not name: of a marked link its words stay, of an address what can be read.
 * It makes links of nothing, however it is cut: what looks like half a link is taken apart.
 */
export function unlink(text: string, mayLink: LinkRule): Unlinked {
  // Most texts hold nothing of the kind.
  if (!/\S\.\S|\/\/|\][(:]/.test(text)) return { text, count: 0 };
  const unlinked = { text: '', count: 0 };
  for (const piece of marked(text, mayLink, unlinked))
    unlinked.text += piece.isKept ? piece.text : withoutNames(piece.text, mayLink, unlinked);
  return unlinked;
}

/** Marked links that may be; the words of the others; and what stands between, its bare addresses taken apart. */
function* marked(text: string, mayLink: LinkRule, count: { count: number }): Generator<Piece> {
  let at = 0;
  for (const match of text.includes('](') ? text.matchAll(MARKED) : []) {
    const [all, words = '', address = ''] = match;
    yield* bare(text.slice(at, match.index), mayLink, count, at > 0);
    at = match.index + all.length;
    // `list[0](x)`: nobody is led anywhere.
    if (!/[./:\\]/.test(address) || mayMark(address, mayLink)) {
      const start = all.indexOf('[') + 1;
      yield { text: all.slice(0, start), isKept: true };
      yield* bare(words, mayLink, count);
      yield { text: all.slice(start + words.length), isKept: true };
      continue;
    }
    count.count += 1;
    const mail = /^mailto:([^?]+)/i.exec(address)?.[1] ?? '';
    const shown = mail === '' || words.includes(mail) ? words : `${words} (${mail})`;
    // What stood before or behind it does not grow together with its words.
    const isJoined = NAME_SIGN.test(text[match.index - 1] ?? ' ');
    yield* bare(`${isJoined ? ' ' : ''}${shown}${NAME_SIGN.test(text[at] ?? ' ') ? ' ' : ''}`, mayLink, count);
  }
  yield* bare(text.slice(at), mayLink, count, at > 0);
}

function mayMark(address: string, mayLink: LinkRule): boolean {
  if (/^tel:[+\d\s().-]+$/i.test(address)) return true;
  const mail = /^mailto:[^\s?@]+@([^\s?@]+)$/i.exec(address);
  if (mail) return mayLink(mail[1] ?? '', address);
  return isPlainAddress(address) && mayLink(hostOf(address) ?? '', address);
}

/** Before the path nothing but the host: whatever reads it reads the same one. */
const isPlainAddress = (address: string) => /^https?:\/\/[\p{L}\p{N}.-]+(?::\d{1,5})?(?:[/?#]|$)/iu.test(address);

/** Half a link ends here: the rest of it, or its beginning, was in another piece. */
const unmark = (text: string) => text.replace(/\](?=\()/g, '] ').replace(/\](?=:)/g, '] ');

/** `isInside`: something stands directly before it. */
function bare(text: string, mayLink: LinkRule, count: { count: number }, isInside = false): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  BARE.lastIndex = 0;
  for (let match = text.includes('//') ? BARE.exec(text) : null; match; match = BARE.exec(text)) {
    const [found, scheme = '', authority = '', rest = ''] = match;
    // A remark in a program.
    if (authority === '' && rest === '') continue;
    const before = text.slice(at, match.index);
    const own = /^https?$/i.test(scheme) ? ownPart(found) : '';
    if (own !== '' && isPlainAddress(own) && isAlone(found, own) && mayLink(hostOf(own) ?? '', own)) {
      pieces.push(
        { text: before.endsWith('](') ? before : unmark(before), isKept: false },
        { text: own, isKept: true },
      );
      at = match.index + own.length;
    } else {
      count.count += 1;
      // It does not grow together with a name before it.
      const isJoined = match.index === 0 && isInside;
      const gap = isJoined || /\.[^\s<(]*$/.test(before.slice(-300)) || NAME_SIGN.test(before.at(-1) ?? ' ') ? ' ' : '';
      pieces.push({ text: unmark(before) + gap, isKept: false }, { text: broken(unmark(authority)), isKept: true });
      at = match.index + found.length - rest.length;
    }
    BARE.lastIndex = at;
  }
  pieces.push({ text: unmark(text.slice(at)), isKept: false });
  return pieces;
}

/** Up to where another address begins in it. */
function ownPart(found: string): string {
  const own = PATH.exec(found)?.[0] ?? '';
  const next = own.slice(8).search(/https?:\/\//i);
  return (next < 0 ? own : own.slice(0, 8 + next)).replace(/[.,;:!?']+$/, '');
}

/** Directly behind a host stands nothing that some program would take for a part of it. */
function isAlone(found: string, own: string): boolean {
  const rest = found.slice(own.length);
  return /^https?:\/\/[^/?#]+[/?#]/i.test(own) ? !rest.startsWith('\\') : /^[)\].,;:!?'"*_~|`>]*$/.test(rest);
}

function withoutNames(text: string, mayLink: LinkRule, count: { count: number }): string {
  // What is left of `http:` has no name behind it that is kept.
  const said = text.replace(/https?(?=:)/gi, (scheme) => scheme + BREAK);
  const named = said.replace(NAME, (name, ending: string, at: number) => {
    const small = ending.toLowerCase();
    const behind = said.slice(at + name.length, at + name.length + 8);
    const goesOn = /^(?::\d+)?\//.test(behind);
    // Where somebody is written to is no link.
    if (!goesOn && !/^www\./i.test(name) && said[at - 1] === '@' && /[\p{L}\p{N}._%+-]/u.test(said[at - 2] ?? ''))
      return name;
    // "It is so.In winter": a word that begins a sentence is no ending.
    const isKnown = KNOWN_ENDINGS.has(small) && (ending === small || ending === ending.toUpperCase());
    if (!isKnown && !goesOn && !/(?:^|\.)www\./i.test(name)) return name;
    if (mayLink(name.replace(/\.$/, ''), name) && /^(?:[/?#:]|[).,;:!?'"*_~|`>\]]*(?:\s|$))/.test(behind)) return name;
    count.count += 1;
    return broken(name);
  });
  return named.replace(WWW, (name, host: string | undefined) => {
    if (host !== undefined && mayLink(host, name)) return name;
    count.count += 1;
    return broken(name);
  });
}
