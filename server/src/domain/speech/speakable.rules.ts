import { readDate, readEmail, readPhone, readUrl, type Spoken } from './spoken-values.rules.ts';
import { spokenWords } from './spoken-words.rules.ts';

/**
 * What is spoken of a piece of a reply, which may begin or end within a mark of Markdown. Empty where there is nothing to say: signs,
 * emoji, or the number of a citation alone. Every character is looked at a few times at most.
 */
export function speakable(text: string, lang: string): string {
  const lines = text.split('\n').map((line) => readLine(line, lang));
  let spoken = '';
  let previous: Line | undefined;
  for (const line of lines) {
    if (line.spoken === '') continue;
    // What stands on a line of its own is said with a pause behind it.
    if (previous && (previous.isApart || line.isApart) && !ENDS.test(spoken.at(-1) ?? '')) spoken += '.';
    spoken += `${previous ? ' ' : ''}${line.spoken}`;
    previous = line;
  }
  if (HAS_WORD.test(spoken)) return spoken;
  return lettersOf(withoutCitations(text));
}

const HAS_WORD = /[\p{L}\p{N}]/u;
const ENDS = /[.!?:;,…؟،。]/u;
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();

type Line = { spoken: string; isApart: boolean };

function readLine(line: string, lang: string): Line {
  const { from, isApart } = marksBefore(line);
  if (isRule(line, from)) return { spoken: '', isApart: true };
  const isFence = line.startsWith('```', from) || line.startsWith('~~~', from);
  if (isFence) return { spoken: '', isApart: true };
  const spoken = readInline(line, from, lang)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?](?:\s|$))/g, '')
    .trim()
    .replace(/^[,\s]+/, '');
  return { spoken: spoken.endsWith(',') ? spoken.slice(0, -1) : spoken, isApart };
}

/** Where the words of a line begin: behind the marks of headings, quotes, lists and rows. */
function marksBefore(line: string): { from: number; isApart: boolean } {
  let at = 0;
  let isApart = false;
  const skipSpace = () => {
    while (line[at] === ' ' || line[at] === '\t') at += 1;
  };
  for (;;) {
    skipSpace();
    const sign = line[at] ?? '';
    let end = at;
    if (sign === '#') while (line[end] === '#') end += 1;
    else if (sign === '>' || sign === '-' || sign === '*' || sign === '+' || sign === '•' || sign === '|') end += 1;
    if (end === at) break;
    const behind = line[end] ?? ' ';
    if (sign !== '>' && sign !== '|' && behind !== ' ' && behind !== '\t') break;
    at = end;
    isApart = true;
  }
  const box = line.slice(at, at + 3);
  if (isApart && (box === '[ ]' || box === '[x]' || box === '[X]')) at += 3;
  // The number of a list is said.
  let digits = at;
  while (digits - at < 3 && isAsciiDigit(line, digits)) digits += 1;
  if (digits > at && (line[digits] === '.' || line[digits] === ')') && line[digits + 1] === ' ') isApart = true;
  return { from: at, isApart };
}

const isAsciiDigit = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

/** Three signs or more and nothing else: a rule between parts, or the one below the head of a table. */
function isRule(line: string, from: number): boolean {
  const signs = line.slice(from).replace(/\s+/g, '');
  return signs.length >= 3 && /^[-*_=|:]+$/.test(signs);
}

const ENTITIES: readonly [entity: string, sign: string][] = [
  ['&nbsp;', ' '],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
];
const WORD = /[\p{L}\p{N}]/u;
/** Signs for emoji, and what joins or colours them. */
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0e|\ufe0f|\u20e3/u;

function readInline(line: string, from: number, lang: string): string {
  let spoken = '';
  let at = from;
  while (at < line.length) {
    const value = isWordStart(line, at) ? readValue(line, at, lang) : undefined;
    const part = value ?? readSign(line, at, lang);
    spoken += part.spoken;
    at = part.to;
  }
  return spoken;
}

const isWordStart = (line: string, at: number) => at === 0 || !WORD.test(line[at - 1] as string);

function readValue(line: string, at: number, lang: string): Spoken | undefined {
  const sign = line[at] as string;
  if (sign === '(' || sign === '+' || (sign >= '٠' && sign <= '٩')) return readPhone(line, at, lang);
  if (sign >= '0' && sign <= '9') {
    return readEmail(line, at, lang) ?? readDate(line, at, lang) ?? readPhone(line, at, lang);
  }
  if (!/[a-z]/i.test(sign)) return undefined;
  return readUrl(line, at, lang) ?? readEmail(line, at, lang);
}

/** One sign as it is said; those of Markdown are not. */
function readSign(line: string, at: number, lang: string): Spoken {
  const sign = line[at] as string;
  const next = line[at + 1] ?? ' ';
  switch (sign) {
    case '\\':
      return /[!-/:-@[-`{-~]/.test(next) ? { spoken: next, to: at + 2 } : { spoken: ' ', to: at + 1 };
    case '`':
      return { spoken: '', to: at + 1 };
    case '|':
      return { spoken: ', ', to: at + 1 };
    case '*':
    case '_':
    case '~':
      return readStress(line, at);
    case '!':
      return next === '[' ? { spoken: '', to: at + 1 } : { spoken: sign, to: at + 1 };
    case '[':
      return readBracket(line, at, lang);
    case ']':
      return { spoken: '', to: next === '(' ? endOfTarget(line, at + 1) : at + 1 };
    case '<': {
      const to = endOfTag(line, at);
      return { spoken: to > at + 1 || next.trim() !== '' ? ' ' : sign, to };
    }
    case '>':
      return { spoken: (line[at - 1] ?? ' ').trim() === '' ? sign : ' ', to: at + 1 };
    case '&': {
      const entity = ENTITIES.find(([one]) => line.startsWith(one, at));
      return entity ? { spoken: entity[1], to: at + entity[0].length } : { spoken: sign, to: at + 1 };
    }
    default: {
      const whole = String.fromCodePoint(line.codePointAt(at) as number);
      return { spoken: whole > '\u007f' && PICTURE.test(whole) ? '' : whole, to: at + whole.length };
    }
  }
}

/** `**`, `__` and `~~` are marks wherever they stand; one alone is, unless it is between spaces, or joins a word. */
function readStress(line: string, at: number): Spoken {
  const sign = line[at] as string;
  let to = at;
  while (line[to] === sign) to += 1;
  if (to - at > 1) return { spoken: '', to };
  const before = line[at - 1] ?? ' ';
  const behind = line[to] ?? ' ';
  if (sign === '_' && WORD.test(before) && WORD.test(behind)) return { spoken: ' ', to };
  const isAlone = before.trim() === '' && behind.trim() === '' && at > 0 && to < line.length;
  return { spoken: isAlone || sign === '~' || (WORD.test(before) && WORD.test(behind)) ? sign : '', to };
}

const CITATION_CHARS_MAX = 24;

/** A citation is not said; of a link its label is, unless that is an address itself. */
function readBracket(line: string, at: number, lang: string): Spoken {
  const close = closeOf(line, at);
  if (close === -1) return { spoken: '', to: at + 1 };
  const label = line.slice(at + 1, close);
  const end = line[close + 1] === '(' ? endOfTarget(line, close + 1) : close + 1;
  if (isCitation(label)) return { spoken: '', to: end };
  if (end === close + 1) return { spoken: '', to: at + 1 };
  const isAddress = /^\s*(?:https?:\/\/|www\.|mailto:|$)/i.test(label);
  return isAddress ? { spoken: spokenWords(lang).link, to: end } : { spoken: '', to: at + 1 };
}

/** Where the bracket that opens at `at` ends, unless another opens before. */
function closeOf(line: string, at: number): number {
  for (let to = at + 1; to < line.length && to - at < 500; to += 1) {
    if (line[to] === ']') return to;
    if (line[to] === '[') return -1;
  }
  return -1;
}

const isCitation = (label: string) =>
  label.length <= CITATION_CHARS_MAX && /\d/.test(label) && /^[\d,;\s–-]*$/.test(label);

/** Behind the target of a link, which opens at `at`; behind its first sign where it does not end. */
function endOfTarget(line: string, at: number): number {
  let depth = 0;
  for (let to = at; to < line.length && to - at < 2_000; to += 1) {
    const sign = line[to];
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth === 0) return to + 1;
    // Another link, or no address: whoever writes many of these must not have each looked through to the end.
    if (depth > 3 || sign === '[') break;
  }
  return at + 1;
}

/** Behind `<br>`, `</b>` and the like; behind the sign alone where it is none. */
function endOfTag(line: string, at: number): number {
  if (!/^<\/?[a-z][a-z0-9]{0,9}(?:[\s/>]|$)/i.test(line.slice(at, at + 13))) return at + 1;
  for (let to = at + 1; to < line.length && to - at < 120; to += 1) {
    if (line[to] === '>') return to + 1;
    if (line[to] === '<') break;
  }
  return at + 1;
}

function withoutCitations(text: string): string {
  let left = '';
  for (let at = 0; at < text.length; ) {
    const close = text[at] === '[' ? closeOf(text, at) : -1;
    if (close !== -1 && isCitation(text.slice(at + 1, close))) at = close + 1;
    else {
      left += text[at];
      at += 1;
    }
  }
  return left;
}
