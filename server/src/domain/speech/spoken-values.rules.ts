import { spokenWords } from './spoken-words.rules.ts';

/** What is said of a part of a text, and where it ends. */
export type Spoken = { spoken: string; to: number };

const HOST_CHARS_MAX = 40;

/** Of an address its host is said, where somebody could say it. */
export function readUrl(line: string, at: number, lang: string): Spoken | undefined {
  const start = line.slice(at, at + 8).toLowerCase();
  const scheme = ['https://', 'http://', 'www.'].find((one) => start.startsWith(one));
  if (!scheme) return undefined;
  let to = at;
  while (to < line.length && !/[\s<>"`|\]]/.test(line[to] as string)) to += 1;
  const hasOpen = line.slice(at, to).includes('(');
  while (to > at && /[.,;:!?…*_~'،؟。)]/.test(line[to - 1] as string) && !(line[to - 1] === ')' && hasOpen)) to -= 1;
  const address = line.slice(at, to);
  const place = address.slice(scheme === 'www.' ? 0 : scheme.length).split(/[/?#]/, 1)[0] ?? '';
  const host = (place.slice(place.lastIndexOf('@') + 1).split(':', 1)[0] ?? '').toLowerCase();
  const short = host.startsWith('www.') ? host.slice(4) : host;
  if (short === '' && scheme === 'www.') return undefined;
  const isSayable = short.length <= HOST_CHARS_MAX && /\p{L}/u.test(short) && !short.includes('xn--');
  return { spoken: isSayable ? short : spokenWords(lang).link, to: Math.max(to, at + scheme.length) };
}

const isLocal = (sign: string | undefined) => sign !== undefined && /[a-z0-9._%+-]/i.test(sign);
const isHost = (sign: string | undefined) => sign !== undefined && /[a-z0-9.-]/i.test(sign);

/** "ann at example dot com". Asked only where a word begins. */
export function readEmail(line: string, at: number, lang: string): Spoken | undefined {
  // From the middle of one it was looked for already.
  if (isLocal(line[at - 1])) return undefined;
  let sign = at;
  while (sign - at < 65 && isLocal(line[sign])) sign += 1;
  if (sign === at || line[sign] !== '@') return undefined;
  let to = sign + 1;
  while (to - sign < 254 && isHost(line[to])) to += 1;
  while (/[.-]/.test(line[to - 1] as string)) to -= 1;
  const host = line.slice(sign + 1, to);
  if (!/\.[a-z]{2,63}$/i.test(host)) return undefined;
  const { at: atWord, dot, dash, underscore, plus } = spokenWords(lang);
  const said: Record<string, string> = { '.': dot, '-': dash, _: underscore, '+': plus };
  const spell = (part: string) =>
    part
      .replace(/[._+-]/g, (one) => ` ${said[one]} `)
      .replaceAll('  ', ' ')
      .trim();
  return { spoken: `${spell(line.slice(at, sign))} ${atWord} ${spell(host)}`, to };
}

const dates = new Map<string, Intl.DateTimeFormat>();

function dateFormat(lang: string): Intl.DateTimeFormat {
  const kept = dates.get(lang);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat(supported(lang), { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
  if (dates.size >= 50) dates.clear();
  dates.set(lang, format);
  return format;
}

function supported(lang: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(lang || 'en')[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** A date as the language has it; what follows behind a T is left to be said. */
export function readDate(line: string, at: number, lang: string): Spoken | undefined {
  const written = line.slice(at, at + 10);
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(written)) return undefined;
  if (/[\d-]/.test(line[at - 1] ?? '') || /^(?:\d|-\d)/.test(line.slice(at + 10, at + 12))) return undefined;
  const date = new Date(`${written}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== written) return undefined;
  const spoken = dateFormat(lang).format(date);
  return /^T\d/.test(line.slice(at + 10, at + 12)) ? { spoken: `${spoken} `, to: at + 11 } : { spoken, to: at + 10 };
}

const PHONE_CHARS_MAX = 30;
const PHONE_GROUPS_MAX = 7;

/** Those of Arabic too. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x30 && code <= 0x39) || (code >= 0x660 && code <= 0x669);
}
const isBetween = (sign: string | undefined) => sign !== undefined && ' ().-/\u00a0'.includes(sign);

/** Digit by digit, in the groups that it is written in. */
export function readPhone(line: string, at: number, lang: string): Spoken | undefined {
  const isPlus = line[at] === '+';
  const isOpen = line[at] === '(';
  const begins = isDigit(line, isPlus && line[at + 1] === '(' ? at + 2 : isPlus || isOpen ? at + 1 : at);
  if (!begins || '.,/+-'.includes(line[at - 1] ?? ' ')) return undefined;
  const { groups, end, isSlashed } = readGroups(line, isPlus ? at + 1 : at);
  if (groups.length === 0 || groups.length >= PHONE_GROUPS_MAX) return undefined;
  if (/^(?:[.,]?\d|[\p{L}%€$])/u.test(line.slice(end, end + 2))) return undefined;
  if (!isPhone(groups, isPlus, isOpen, isSlashed)) return undefined;
  const spelled = (groups.length > 1 ? groups : grouped(groups[0] ?? '')).map((one) => [...one].join(' '));
  return { spoken: `${isPlus ? `${spokenWords(lang).plus} ` : ''}${spelled.join(', ')}`, to: end };
}

/** Digits with what stands between the groups of a number: one sign, or a bracket with a space. */
function readGroups(line: string, from: number): { groups: string[]; end: number; isSlashed: boolean } {
  const groups: string[] = [];
  let end = from;
  let begin = -1;
  let isSlashed = false;
  let at = from;
  for (; at - from < PHONE_CHARS_MAX && groups.length < PHONE_GROUPS_MAX; at += 1) {
    if (isDigit(line, at)) {
      if (begin === -1) begin = at;
      end = at + 1;
      continue;
    }
    if (begin !== -1) groups.push(line.slice(begin, at));
    begin = -1;
    const sign = line[at];
    if (!isBetween(sign)) break;
    const isDouble =
      isBetween(line[at + 1]) && !'()'.includes(sign as string) && !'()'.includes(line[at + 1] as string);
    if (isDouble) break;
    if (sign === '/') isSlashed = true;
  }
  if (begin !== -1) groups.push(line.slice(begin, at));
  if (isDigit(line, at)) return { groups: [], end, isSlashed };
  return { groups, end, isSlashed };
}

/** What begins with + or 0 or (, or is written as numbers are in North America: other numbers are no telephone numbers. */
function isPhone(groups: readonly string[], isPlus: boolean, isOpen: boolean, isSlashed: boolean): boolean {
  const digits = groups.join('').length;
  if (digits < 7 || digits > 15) return false;
  if (isPlus) return true;
  const first = groups[0] ?? '';
  if (/^[0٠]/.test(first)) return digits >= 8 && !(isSlashed && groups.length === 3);
  const shape = groups.map((one) => one.length).join('-');
  if (isOpen) return /^3-3-4$/.test(shape);
  return /^(?:1-)?3-3-4$|^3-4$/.test(shape) && !isSlashed;
}

/** In threes, of which the last may have four. */
function grouped(digits: string): string[] {
  const groups: string[] = [];
  let at = 0;
  while (digits.length - at > 4) {
    groups.push(digits.slice(at, at + 3));
    at += 3;
  }
  return [...groups, digits.slice(at)];
}
