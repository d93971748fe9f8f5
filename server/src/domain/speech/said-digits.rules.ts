import { endOf, type SaidToken, saidWords, wordOf } from './said-words.rules.ts';

type Run = {
  digits: string /** How many words said them. */;
  words: number;
  to: number;
  hasComma: boolean;
  hasWord: boolean;
};

/** A number of so many digits may have a plus before it. */
const PHONE_DIGITS_MIN = 7;

/** Two or more words for digits in a row are one number. */
export function joinDigits(tokens: readonly SaidToken[], lang: string): SaidToken[] {
  const { signs } = saidWords(lang);
  const joined: SaidToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as SaidToken;
    const run = readRun(tokens, at, lang);
    if (!isNumber(run, tokens, at)) {
      joined.push(token);
      at += 1;
      continue;
    }
    const last = tokens[run.to - 1] as SaidToken;
    const before = joined.at(-1);
    const isPlus = before && signs.get(wordOf(before.text)) === '+' && run.digits.length >= PHONE_DIGITS_MIN;
    if (isPlus) joined.pop();
    joined.push({
      text: `${isPlus ? '+' : ''}${run.digits}${endOf(last.text)}`,
      behind: last.behind,
      isDigits: endOf(last.text) === '',
    });
    at = run.to;
  }
  return joined;
}

function readRun(tokens: readonly SaidToken[], from: number, lang: string): Run {
  const { digits, times } = saidWords(lang);
  const run: Run = { digits: '', words: 0, to: from, hasComma: false, hasWord: false };
  for (let at = from; at < tokens.length; ) {
    const times2 = times.get(wordOf((tokens[at] as SaidToken).text)) ?? 1;
    const token = tokens[times2 === 1 ? at : at + 1];
    const end = token ? endOf(token.text) : '';
    const bare = token ? wordOf(token.text.slice(0, token.text.length - end.length)) : '';
    const said = digits.get(bare);
    const digit = said ?? (/^[0-9]$/.test(bare) ? bare : undefined);
    if (token === undefined || digit === undefined) break;
    // What is said behind a comma belongs to it only if the whole is no list of a few things.
    if (at > from && endOf((tokens[at - 1] as SaidToken).text) !== '') run.hasComma = true;
    run.digits += digit.repeat(times2);
    run.words += times2 === 1 ? 1 : 2;
    run.hasWord ||= said !== undefined;
    at += times2 === 1 ? 1 : 2;
    run.to = at;
    if (end !== '' && end !== ',' && end !== '،') break;
  }
  return run;
}

/** Words that are digits only among others: oh, and the article "un". */
const AMONG_OTHERS = /^(?:oh|o|un)$/;

function isNumber({ digits, words, hasComma, hasWord, to }: Run, tokens: readonly SaidToken[], from: number): boolean {
  if (words < 2 || !hasWord) return false;
  if (hasComma && digits.length < 4) return false;
  const all = tokens.slice(from, to).map(({ text }) => wordOf(text.slice(0, text.length - endOf(text).length)));
  const unsure = all.filter((word) => AMONG_OTHERS.test(word)).length;
  // "oh one more" is no number, "oh one two" is; nor is "un neuf".
  return unsure === 0 || words - unsure >= 2 || (unsure === 1 && words === 2 && !AMONG_OTHERS.test(all[0] as string));
}
