import * as words from './leaning-words.rules.ts';
import { pointers, timeWords } from './leaning-words.rules.ts';
import { fillers } from './search-words.rules.ts';
import { languageOfWords, stopWords } from './stop-words.rules.ts';

/**
 * How a question leans on what was said before. `pointing`: a word of it stands for something said ("how long is it valid?").
 * `part`: it is a piece of a question, and puts something else in the place of what was said ("and the croissant?"). `bare`:
 * it names nothing to look for ("how much?").
 */
export type Leaning = 'pointing' | 'part' | 'bare';

/** A question that stands on its own has no `context`: the turns that it leans on, oldest first. */
export type Completed = { leaning: Leaning | null; context: string[] };

/** The turns before are taken as far back as each leans on the one before it, at most `most` of them. */
export function completeQuestion(turns: readonly string[], most: number): Completed {
  const last = turns.length - 1;
  const leaning = last < 1 ? null : leaningOf(turns[last]!, turns[last - 1]);
  if (!leaning) return { leaning, context: [] };
  let from = last - 1;
  while (from > 0 && last - from < most && mayLean(turns[from]!, turns[from - 1]!, leaning)) from -= 1;
  return { leaning, context: turns.slice(from, -1) };
}

/** A turn of few words may say only a side of what was spoken of, as in "What do I have to bring?" */
function mayLean(turn: string, before: string, leaning: Leaning): boolean {
  if (leaningOf(turn, before)) return true;
  const language = languageOfWords(turn);
  return leaning === 'pointing' && wordsIn(turn).filter(({ lower }) => isContent(lower, language)).length <= 2;
}

type Word = { text: string; lower: string; at: number };

const allStops = new Set(Object.values(stopWords).flatMap((list) => [...list]));

/** Null for a question that is understood without what was said before it. */
export function leaningOf(question: string, before = ''): Leaning | null {
  // Nothing is known of words that no spaces part.
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(question)) return null;
  const language = languageOfWords(question) || languageOfWords(before);
  const read = wordsIn(question);
  const content = read.filter((word) => isContent(word.lower, language));
  const begun = read.findIndex(({ lower }) => !words.openers.has(lower));
  const isAddressed = read.some(({ lower }) => words.addresses.has(lower));
  const isPointing = pointsBack(question, read, content, language);
  if (content.length === 0) return isPointing || !isAddressed ? 'bare' : null;
  if (isPointing) return 'pointing';
  if (words.asksIncluded.test(question) && content.length <= 1) return 'part';
  const isLed =
    read.slice(0, Math.max(begun, 0)).some(({ lower }) => words.joiners.has(lower)) || words.leads.test(question);
  const rest = read.slice(Math.max(begun, 0));
  if (!isClause(question, rest, isLed ? 0 : content.length)) {
    if (isLed || words.prepositions.has(rest[0]?.lower ?? '')) return content.length <= 5 ? 'part' : null;
    if (content.length <= 1) return 'part';
    return content.length === 2 && sharesAWord(content, before) ? 'part' : null;
  }
  const isCondition = isLed && words.conditions.has(rest[0]?.lower ?? '');
  if (isCondition) return 'part';
  return isLed && content.length <= 1 && !isAddressed ? 'part' : null;
}

const wordsIn = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)].map((match) => ({
    text: match[0],
    lower: match[0].toLowerCase().replace(/['’]/g, ''),
    at: match.index,
  }));

function isContent(word: string, language: string): boolean {
  const stops = stopWords[language] ?? allStops;
  return (
    word.length > 1 &&
    !stops.has(word) &&
    !fillers.has(word) &&
    !words.generic.has(word) &&
    !words.prepositions.has(word) &&
    !pointers.has(word) &&
    !words.openers.has(word)
  );
}

/** A verb, or somebody who does something, or a question word with enough beside it. */
function isClause(question: string, rest: readonly Word[], content: number): boolean {
  if (words.leads.test(question)) return false;
  if (rest.some(({ lower }) => words.verbs.has(lower) || words.subjects.has(lower))) return true;
  return words.questionWords.has(rest[0]?.lower ?? '') && content >= 2;
}

const sharesAWord = (content: readonly Word[], before: string) => {
  const said = new Set(wordsIn(before).map(({ lower }) => lower));
  return content.some(({ lower }) => said.has(lower));
};

/** "This is a photo of my dog": what it stands for is named right after. */
const introduces =
  /^\s*(?:(?:this|that|these|those|it|here) (?:is|are) (?:an?|my|our)|(?:das|dies|hier) (?:ist|sind) (?:eine?n?|meine?|unsere?)|(?:esto|esta|este|aquí) (?:es|está|hay) (?:una?|mi|nuestr[oa])|(?:c[’']est|ceci est|voici) (?:une?|m[ao]n?|notre))(?!\p{L})/iu;

/** Does a pronoun or the like stand for something that the question itself does not name? */
function pointsBack(question: string, read: readonly Word[], content: readonly Word[], language: string): boolean {
  const text = words.emptyIts.reduce(
    (left, pattern) => left.replace(pattern, (found) => ' '.repeat(found.length)),
    question,
  );
  return read.some((word, index) => {
    const isLast = index === read.length - 1;
    if (text[word.at] === ' ' || (index === 0 && words.openers.has(word.lower))) return false;
    if (index === 0 && introduces.test(question)) return false;
    // "How much is the course then?" says no more than without it.
    if (isLast && (word.lower === 'then' || word.lower === 'dann') && content.length > 0) return false;
    if (!doesPoint(word, read, index, question, language)) return false;
    return word.lower === 'one' || !isNamedBefore(question, word, content);
  });
}

function doesPoint(word: Word, read: readonly Word[], index: number, question: string, language: string): boolean {
  const next = read[index + 1];
  const last = read[index - 1];
  if (language === 'de') return doesPointInGerman(word, next, last, read, question);
  if (word.lower === 'that') return pointsAsThat(last, next, language);
  if (word.lower === 'this' || word.lower === 'these' || word.lower === 'those')
    return !timeWords.has(next?.lower ?? '');
  if (word.lower === 'one' || word.lower === 'ones')
    return (
      last !== undefined && (!next || (!isContent(next.lower, language) && next.lower !== 'of')) && last.lower !== 'no'
    );
  if (word.lower === 'there')
    return (
      !GOING.test(last?.lower ?? '') &&
      !/\b(is|are|was|were|be|s)$/u.test(last?.lower ?? '') &&
      !words.verbs.has(next?.lower ?? '')
    );
  if (language === 'en') return pointers.has(word.lower);
  return words.otherPointers.has(word.lower) && read.filter(({ lower }) => isContent(lower, language)).length <= 2;
}

/** "How do I get there by train?" means the place that answers, whatever was spoken of. */
const GOING = /^(?:get|getting|come|coming|go|drive|travel|walk|cycle)$/u;

/** "how much is that?", "does that work ...", but neither "true that ..." nor "a bread that has ...". */
function pointsAsThat(last: Word | undefined, next: Word | undefined, language: string): boolean {
  if (!next) return true;
  if (last && (isContent(last.lower, language) || words.thatAfter.has(last.lower))) return false;
  return !words.subjects.has(next.lower);
}

function doesPointInGerman(
  word: Word,
  next: Word | undefined,
  last: Word | undefined,
  read: readonly Word[],
  question: string,
): boolean {
  const { lower } = word;
  const isCased = /\p{Lu}/u.test(question);
  // "Haben sie ...?" is how many write to whom they ask.
  if (lower === 'sie')
    return (
      /(?:t|ist|hat|kann|darf|muss|wird|soll)$/u.test(last?.lower ?? '') ||
      (word.text === 'sie' && last?.text === 'Sind')
    );
  if (words.germanArticles.has(lower)) {
    if (!next) return true;
    if (/^\p{Lu}/u.test(next.text) || /^\p{N}/u.test(next.text)) return false;
    if (words.subjects.has(last?.lower ?? '') && next === read.at(-1)) return true;
    if (!isCased) return !isContent(next.lower, 'de') && !words.generic.has(next.lower);
    const after = read[read.indexOf(next) + 1];
    const isAdjective = /(?:e|en|er|es)$/u.test(next.lower) && after !== undefined && /^\p{Lu}/u.test(after.text);
    return !isAdjective && !/,\s*$/u.test(question.slice(0, word.at));
  }
  if (/^dies/u.test(lower)) return !timeWords.has(next?.lower ?? '');
  if (lower === 'damit') return !/,\s*$/u.test(question.slice(0, word.at));
  if (lower === 'einen' || lower === 'eine' || lower === 'eins' || lower === 'welche')
    return !next && last !== undefined;
  return pointers.has(lower) && !['that', 'it', 'her', 'one'].includes(lower);
}

/** A part of the question before a comma or a conjunction names what the word stands for: "if a lamp breaks, can I return it?" */
function isNamedBefore(question: string, word: Word, content: readonly Word[]): boolean {
  const before = question.slice(0, word.at);
  const named = content.filter(({ at }) => at < word.at);
  const ends = [...before.matchAll(words.clauseEnds)];
  const end = ends.at(-1);
  const within = named.filter(({ at }) => at < (end?.index ?? 0));
  return within.length >= (/\p{L}/u.test(end?.[0] ?? '') ? 2 : 1);
}
