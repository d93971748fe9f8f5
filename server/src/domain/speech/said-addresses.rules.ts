import { endOf, type SaidSign, type SaidToken, saidWords, wordOf } from './said-words.rules.ts';

/** A sign that was said as one word or two. */
type Sign = { sign: SaidSign; words: number };
type Part = { text: string; from: number; to: number };

/** Words before an address that tell of one. */
const TELLS = /^(?:e-?mail|mail|e-?mails|address|is|it's|that's|to|yes|yeah|ok|okay|sure|um|uh|via|under)$/;
/** Before "at" they are no name of a mailbox: "look at", "meet me at". */
const NO_NAMES = new Set(
  `a about am an and are be been buy bought call can come contact do find for found get got had has have he her here him his i i'd i'll i'm
  i've in is it it's its join last live look looked looking me meet met my not of on one open or order ordered our out reach read registered
  saw see seen shop she sign so start that that's the their them then there they this to try up us visit was we we're were what where who
  work worked working works you your you're`.split(/\s+/),
);

/** What was said as an address is one. */
export function joinAddresses(tokens: readonly SaidToken[], lang: string): SaidToken[] {
  const joined: SaidToken[] = [];
  let done = 0;
  for (let at = 1; at < tokens.length - 1; at += 1) {
    const sign = signAt(tokens, at, lang);
    if (sign?.sign !== '@') continue;
    const local = readLocal(tokens, at, done, lang);
    const host = readHost(tokens, at + sign.words, lang);
    if (!local || !host || !isMeant(tokens, local, at, lang)) continue;
    const last = tokens[host.to - 1] as SaidToken;
    joined.push(...tokens.slice(done, local.from), {
      text: `${local.text}@${host.text}${endOf(last.text)}`.toLowerCase(),
      behind: last.behind,
      isDigits: false,
    });
    done = host.to;
    at = host.to;
  }
  return [...joined, ...tokens.slice(done)];
}

function signAt(tokens: readonly SaidToken[], at: number, lang: string): Sign | undefined {
  const { signs } = saidWords(lang);
  const word = tokens[at] && wordOf(tokens[at].text);
  const next = tokens[at + 1] && wordOf(tokens[at + 1]?.text ?? '');
  if (word === undefined) return undefined;
  const two = next && signs.get(`${word} ${next}`);
  if (two) return { sign: two, words: 2 };
  const one = signs.get(word);
  return one && { sign: one, words: 1 };
}

const isPart = (token: SaidToken | undefined): token is SaidToken =>
  token !== undefined && token.text.length <= 64 && /^[a-z0-9][a-z0-9._+-]*$/i.test(token.text);

/** Backwards from the sign: a name, or names between signs, or letters that were spelled, with digits behind. */
function readLocal(tokens: readonly SaidToken[], to: number, least: number, lang: string): Part | undefined {
  let from = to - 1;
  if (from < least || !isPart(tokens[from]) || endOf((tokens[from] as SaidToken).text) !== '') return undefined;
  let text = (tokens[from] as SaidToken).text;
  while (from - 1 >= least && text.length < 64) {
    const before = tokens[from - 1] as SaidToken;
    const wide = from - 2 > least ? signAt(tokens, from - 2, lang) : undefined;
    const sign = wide?.words === 2 ? wide : signAt(tokens, from - 1, lang);
    const named = sign && sign.words <= from - least ? tokens[from - sign.words - 1] : undefined;
    if (sign && sign.sign !== '@' && isPart(named) && from - sign.words - 1 >= least) {
      text = `${named.text}${sign.sign}${text}`;
      from -= sign.words + 1;
      continue;
    }
    const current = tokens[from] as SaidToken;
    const isSpelled = /^[a-z]$/i.test(before.text) && (/^[a-z]$/i.test(current.text) || current.isDigits);
    const isNumbered = current.isDigits && isPart(before) && !before.isDigits && !isOrdinary(before.text);
    if (!isSpelled && !isNumbered) break;
    text = before.text + text;
    from -= 1;
  }
  return { text, from, to };
}

const isOrdinary = (word: string) => NO_NAMES.has(word.toLowerCase());

/** Forwards: names between signs, the last behind a dot. */
function readHost(tokens: readonly SaidToken[], from: number, lang: string): Part | undefined {
  let text = '';
  let to = from;
  for (let at = from; at < tokens.length && text.length < 254; ) {
    const token = tokens[at] as SaidToken;
    const end = endOf(token.text);
    const name = token.text.slice(0, token.text.length - end.length);
    if (!/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/i.test(name)) break;
    text += name;
    to = at + 1;
    const sign = end === '' ? signAt(tokens, to, lang) : undefined;
    if (sign?.sign !== '.' && sign?.sign !== '-') break;
    const next = tokens[to + sign.words];
    if (!next || !/^[a-z0-9]/i.test(next.text)) break;
    text += sign.sign;
    at = to + sign.words;
  }
  return /\.[a-z]{2,24}$/i.test(text) ? { text, from, to } : undefined;
}

/** Only in English the sign is called as a word that is said every day: there something else must tell of an address. */
function isMeant(tokens: readonly SaidToken[], local: Part, at: number, lang: string): boolean {
  const isEveryday = wordOf((tokens[at] as SaidToken).text) === 'at' && saidWords(lang) === saidWords('en');
  if (!isEveryday) return true;
  if (at - local.from > 1) return true;
  if (isOrdinary(local.text)) return false;
  const before = tokens[local.from - 1];
  if (before === undefined || before.text === '' || endOf(before.text) !== '') return true;
  return tokens.slice(Math.max(0, local.from - 12), local.from).some(({ text }) => TELLS.test(text.toLowerCase()));
}
