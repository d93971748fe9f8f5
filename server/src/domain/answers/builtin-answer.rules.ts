import { withoutAges } from '../particulars/ages.rules.ts';
import { withoutHeadcount } from '../particulars/headcount.rules.ts';
import { asksWhetherThere, withoutOffer } from '../particulars/offering.rules.ts';
import { leaningOf } from '../search/leaning.rules.ts';
import { generic } from '../search/leaning-words.rules.ts';
import { areSynonyms, contentWords, meaningWords, wordLikeness, wordsOf } from './answer-words.rules.ts';
import type { PassageAnswer, PassageQuestion } from './answers.ports.ts';
import { leftOpenBy } from './asked-numbers.rules.ts';
import { isStrict, toldWith, type Wanted, wantedOf } from './asked-units.rules.ts';
import { otherSideOf } from './bounds.rules.ts';
import { phraseFor } from './builtin-phrases.rules.ts';
import { areOfTwoThings, beforePrice, calledAmong, leaderOf, lineNameOf } from './called-units.rules.ts';
import { complaintIn, tellsOfComplaints } from './complaints.rules.ts';
import { numbersToCall } from './emergencies.rules.ts';
import { headOf, type Unit, unitsOf } from './passage-units.rules.ts';
import { opensPointing, pointsWithin } from './pointing.rules.ts';
import { smalltalkOf } from './smalltalk.rules.ts';

/** Below this the search's confidence is not enough to answer. */
export const CONFIDENCE_MIN = 0.5;

/** Below this an answer whose passages lack a word of the question says that it may not answer: decision 7 has the figures. */
const CONFIDENCE_SURE = 0.8;

const PASSAGES_READ = 4;
const ANSWER_CHARS_MAX = 700;
const LIST_ITEMS_MAX = 10;

/**
 * The keyless built-in model: picks the sentences, list or table row of the passages that say most about the question, joins
 * them in their order and cites each passage as [n]. It copies and never obeys: instructions in a document are words like
 * any other. `turns` are the earlier visitor turns that the question leans on, oldest first; `confidence` is the search's. Deterministic.
 */
export function answerFromPassages(input: PassageQuestion): PassageAnswer {
  const { question, lang } = input;
  const smalltalk = smalltalkOf(question);
  if (smalltalk) {
    const outcome = smalltalk === 'person' ? 'unknown' : 'smalltalk';
    return { text: phraseFor(smalltalk, question, lang), outcome, used: [], isUnsure: false };
  }
  const complaint = complaintIn(question);
  const text = phraseFor(complaint ? 'complaint' : 'unknown', question, lang);
  const unknown: PassageAnswer = { text, outcome: 'unknown', used: [], isUnsure: false };
  if (input.passages.length === 0 || input.confidence < CONFIDENCE_MIN) return unknown;
  const wanted = wantedOf(question, input.turns);
  const { scored, lacks } = scoreUnits(input, wanted);
  const byScore = preferred(scored, wanted, question).toSorted((a, b) => b.score - a.score);
  // Whether something is paid may stand beside the sentence that names it: "You can cancel until Monday. Then we keep 20 euros."
  const best = wanted.asked?.isWhether ? byScore.find((unit) => !isBesideThePoint(unit, wanted)) : byScore[0];
  if (!best || isBesideThePoint(best, wanted)) return unknown;
  if (complaint === 'said' && !isOfComplaints(best, input.passages)) return unknown;
  const answer = writeAnswer(scored, best, question, wanted);
  const isHalfThere =
    asksWhetherThere(question) &&
    best.lacksOwn &&
    !best.isCalled &&
    !wanted.tells(best.text) &&
    !wanted.isOfDay(best.text);
  const isOpen = doesLeaveOpen(best, wanted, question, wanted.leans ? answer.text : best.text);
  const isUnsure =
    isHalfThere || isOpen || isOfOtherLine(best, wanted) || (lacks && input.confidence < CONFIDENCE_SURE);
  const lead = isUnsure ? `${phraseFor('unsure', question, lang)}\n\n` : '';
  return { ...answer, text: `${lead}${answer.text}`, outcome: 'answered', isUnsure };
}

/** "Is lunch included?" after a course: the line of another course, which names nothing that was said, may not be meant. */
const isOfOtherLine = (unit: ScoredUnit, { leans }: Wanted) => leans && unit.isNamedOtherwise;

const isOfComplaints = ({ text, passage }: ScoredUnit, passages: PassageQuestion['passages']) =>
  [text, passages[passage]?.title ?? '', ...(passages[passage]?.headingPath ?? [])].some(tellsOfComplaints);

/**
 * What is said of another thing; no telephone number for who asks for one; the price of something else for who asks what a thing costs;
 * neither a price nor a word of paying for who asks whether it costs anything.
 */
function isBesideThePoint(unit: ScoredUnit, wanted: Wanted): boolean {
  if (unit.isOfAnother) return true;
  if (wanted.isBare) return isStrict(wanted.asked) && !wanted.tells(unit.text);
  if (wanted.asked?.isWhether && !unit.saysPaid && !wanted.tells(unit.text)) return true;
  return wanted.asked?.particulars[0] === 'price' && !unit.isNamed;
}

/** How many there are, or when something is. What leans may be told with the sentence after. */
const doesLeaveOpen = (best: ScoredUnit, wanted: Wanted, question: string, said: string) =>
  best.kind !== 'item' &&
  !(wanted.asked && wanted.tells(best.text)) &&
  (leftOpenBy(question)?.(said.replace(/\[\d+\]/gu, '')) ?? false);

/**
 * The row that is called what is asked for comes before what only speaks of it: where a price is asked for, before the prices of other
 * things; where it is asked whether the thing is there, before all else.
 */
function preferred(scored: ScoredUnit[], wanted: Wanted, question: string): ScoredUnit[] {
  const asksPrice = wanted.asked?.particulars[0] === 'price' && !wanted.asked.isWhether;
  if (!asksPrice && !asksWhetherThere(question)) return scored;
  if (asksPrice && wanted.isBare && wanted.leans) return pricesOfSaid(scored, wanted);
  const called = scored.filter((unit) => unit.isCalled && (!asksPrice || wanted.tells(unit.text)));
  if (called.length === 0) return scored;
  return asksPrice
    ? scored.filter((unit) => called.includes(unit) || (unit.hasOwnPrice && wanted.tells(unit.text)))
    : called;
}

/** "And the price?" is not answered by what was said before it. The price of what was said may stand in the sentence after its name. */
function pricesOfSaid(scored: ScoredUnit[], wanted: Wanted): ScoredUnit[] {
  const told = scored.filter(({ text }) => wanted.tells(text));
  const named = told.filter(({ isNamed }) => isNamed);
  if (named.length > 0) return named;
  const isNamedBefore = (unit: ScoredUnit) =>
    scored.some(({ isNamed, passage, place }) => isNamed && passage === unit.passage && place === unit.place - 1);
  return told.filter(isNamedBefore);
}

/** What a unit that tells it is worth where a question names nothing besides: "where are you?" */
const BARE_SCORE = 3;
/** What "cost" is worth in a question where prices are told: they say more than the word. */
const ASKING_WEIGHT = 0.3;
const SYNONYM = 0.5;
/** What a word is worth that stands in the name of the sentence's line, before it. */
const LINE_WEIGHT = 0.9;

/**
 * `covered` are the question's own words in it, by number; `isNamed`: it, or what stands above it, holds one of those that name what
 * is asked about; `isCalled`: its name does, as much as any; `hasOwnPrice`: it does before a price; `lacksOwn`: neither it nor what
 * stands above it holds one of the question's own; `saysPaid`: it holds one of those that ask for a price; `isOfAnother`: it lacks a
 * word of the question, and what its "them" stands for is nothing that the question names; `isNamedOtherwise`: it begins with a name that holds
 * none of the words that were said.
 */
type ScoredUnit = Unit & {
  passage: number;
  place: number;
  score: number;
  covered: Set<number>;
  isNamed: boolean;
  isCalled: boolean;
  hasOwnPrice: boolean;
  saysPaid: boolean;
  lacksOwn: boolean;
  isOfAnother: boolean;
  isNamedOtherwise: boolean;
};

/** `lacks`: a word of the question stands in none of the passages, nor does one like it. */
function scoreUnits(
  { question, turns, passages }: PassageQuestion,
  wanted: Wanted,
): { scored: ScoredUnit[]; lacks: boolean } {
  const isPart = turns.length > 0 && leaningOf(question, turns.at(-1)) === 'part';
  const read = passages.slice(0, PASSAGES_READ).map((passage) => ({ passage, units: unitsOf(passage.text) }));
  const all = read.flatMap(({ units }) => units.map((unit) => new Set(wordsOf(unit.text))));
  const asked = weighWords(joinParted(question, new Set(all.flatMap((words) => [...words]))), turns, isPart);
  const holding = asked.map(({ word }) => all.filter((words) => bestLikeness(word, words) > 0).length);
  const rarity = holding.map((units) => Math.log(1 + (all.length + 1) / (units + 0.5)));
  const titles = passages.map(aboveOf);
  const saysCost = ({ text }: Unit) => asksBarely.test(question) && saysWhatItCosts.test(text);
  // Whoever tells the price need not say "cost".
  const asking = new Set(
    contentWords(question)
      .filter((word) => wanted.asked?.isAsking(word))
      .flatMap(wordsOf),
  );
  const isTold = read.some(({ units }) => units.some(({ text }) => wanted.tells(text)));
  const isAsked = (word: string) => isTold && asking.has(word);
  const lacks = asked.some(
    ({ word, weight, isCarried }, number) =>
      !isCarried &&
      weight === 1 &&
      holding[number] === 0 &&
      !isAsked(word) &&
      !titles.some((words) => bestLikeness(word, words) > 0),
  );
  const worthOf = (words: ReadonlySet<string>) =>
    asked.reduce((sum, { word, weight, isCarried }, number) => {
      if ((isCarried ? !isPart : weight < 1) || asking.has(word)) return sum;
      const likeness = bestLikeness(word, words);
      return sum + weight * rarity[number]! * (likeness >= 0.7 ? 1 : likeness);
    }, 0);
  const called = calledAmong(
    read.map(({ units }) => units),
    worthOf,
    isPart,
  );
  const isNamedOtherwise = (unit: Unit, units: readonly Unit[]) => {
    const name = wordsOf(unit.kind === 'sentence' ? (lineNameOf(unit, units) ?? '') : '');
    return name.length > 0 && !asked.some(({ word }) => bestLikeness(word, new Set(name)) > 0);
  };
  const isOtherSide = otherSideOf(question);
  // Who asks whether a thing is there is not told that a similar one is, as if it were the same.
  const alike = asksWhetherThere(question) ? SYNONYM : 0;
  const scored = read.flatMap(({ passage, units }, index) => {
    const aboveAll = aboveOf(passage);
    return units.map((unit, place) => {
      const head = headOf(unit, units);
      const above = head ? new Set([...aboveAll, ...wordsOf(head.text)]) : aboveAll;
      const line = new Set(wordsOf(lineNameOf(unit, units, 'before') ?? ''));
      const words = new Set(wordsOf(unit.text));
      const covered = new Set<number>();
      let score = 0;
      let isNamed = false;
      let saysPaid = false;
      let lacksOwn = false;
      for (const [number, { word, weight: whole, isCarried }] of asked.entries()) {
        const weight = isAsked(word) ? whole * ASKING_WEIGHT : whole;
        const likeness = Math.max(bestLikeness(word, words), LINE_WEIGHT * bestLikeness(word, line));
        // That a number of the question stands somewhere says nothing by itself, and neither does "costs".
        if (
          !isCarried &&
          !isDigits(word) &&
          !isAsked(word) &&
          (likeness > 0 || (isPart && bestLikeness(word, above) > 0))
        )
          covered.add(number);
        isNamed ||= !asking.has(word) && (likeness > 0 || bestLikeness(word, above) > 0);
        lacksOwn ||= !isCarried && weight === 1 && likeness <= alike && bestLikeness(word, above) <= alike;
        saysPaid ||= asking.has(word) && likeness > 0;
        score +=
          weight * rarity[number]! * Math.max(likeness, (isCarried || isPart ? 0.9 : 0.35) * bestLikeness(word, above));
      }
      // What a "them" can stand for: the sentence before and the headings above.
      const pointedAt =
        unit.kind === 'sentence' && pointsWithin(unit.text)
          ? new Set([...wordsOf(units[place - 1]?.text ?? ''), ...above])
          : null;
      const isOfAnother =
        pointedAt !== null &&
        asked.some(({ isCarried, weight }, number) => !isCarried && weight === 1 && !covered.has(number)) &&
        !asked.some(({ word }) => bestLikeness(word, pointedAt) > 0);
      const told = saysCost(unit) ? 1.8 : isPart || unit.kind === 'record' ? 1.6 : 1.3;
      const evidence = wanted.worth(unit, told) * (isOtherSide(unit.text) ? 0.5 : 1);
      if (wanted.isBare && wanted.tells(unit.text)) score += BARE_SCORE;
      const leadsList = unit.text.endsWith(':') && (units[place + 1]?.kind ?? 'sentence') !== 'sentence';
      const isWeak = unit.kind === 'heading' || isQuestion(unit);
      const shape = leadsList ? 1.2 : isWeak ? 0.3 : unit.kind !== 'record' && words.size + line.size < 4 ? 0.7 : 1;
      return {
        ...unit,
        passage: index,
        place,
        covered,
        isNamed,
        isCalled: called.has(unit),
        hasOwnPrice: worthOf(new Set(wordsOf(beforePrice(unit.text)))) > 0,
        saysPaid,
        lacksOwn,
        isOfAnother,
        isNamedOtherwise: isNamedOtherwise(unit, units),
        score: (score * evidence * shape) / (1 + 0.3 * index),
      };
    });
  });
  return { scored, lacks };
}

const aboveOf = ({ title, headingPath }: PassageQuestion['passages'][number]) =>
  new Set(wordsOf([title, ...headingPath].join(' ')));

const isDigits = (word: string) => /^\p{N}+$/u.test(word);

const bestLikeness = (word: string, words: ReadonlySet<string>) => {
  if (words.has(word)) return 1;
  let best = 0;
  for (const other of words)
    best = Math.max(best, wordLikeness(word, other) || (areSynonyms(word, other) ? SYNONYM : 0));
  return best;
};

/** "paddle board" where the texts say "paddleboard". */
const joinParted = (question: string, said: ReadonlySet<string>): string =>
  wordsOf(question)
    .filter((word) => word.length >= PARTED_CHARS_MIN)
    .reduce((text, word) => {
      const parted = new RegExp(`(?<!\\p{L})${word}[ -](\\p{L}{${PARTED_CHARS_MIN},})`, 'iu').exec(text);
      const joined = parted && `${word}${parted[1]}`.toLowerCase();
      return joined && [joined, `${joined}s`].some((one) => said.has(one)) ? text.replace(parted[0], joined) : text;
    }, question);
const PARTED_CHARS_MIN = 4;

function weighWords(
  question: string,
  turns: readonly string[],
  isPart: boolean,
): { word: string; weight: number; isCarried: boolean }[] {
  const isMeasure = (word: string) => turns.length > 0 && generic.has(word);
  const read = turns.length > 0 ? withoutHeadcount(question) : question;
  const own = meaningWords(withoutOffer(withoutAges(read))).map((word) => ({
    word,
    weight: isMeasure(word) ? 0.3 : 1,
    isCarried: false,
  }));
  const hasOwn = own.some(({ word }) => !isMeasure(word));
  const known = new Set(own.map(({ word }) => word));
  const before = turns
    .map((turn) => withoutHeadcount(withoutOffer(withoutAges(turn))))
    .filter((turn) => meaningWords(turn).length > 0);
  const carried = before.toReversed().flatMap((turn, age) =>
    meaningWords(turn).flatMap((word) => {
      if (known.has(word)) return [];
      known.add(word);
      return [{ word, weight: (hasOwn ? (isPart ? 0.2 : 0.4) : 1) * 0.5 ** age, isCarried: true }];
    }),
  );
  return [...own, ...carried];
}

/** "How much is a city bike?" names no kind of amount: what it costs comes before its deposit. */
const asksBarely = /^\W*how much (is|are)\b/iu;
const saysWhatItCosts = /\bcosts?\b/iu;

function writeAnswer(
  scored: ScoredUnit[],
  best: ScoredUnit,
  question: string,
  wanted: Wanted,
): { text: string; used: number[] } {
  const own = scored.filter((unit) => unit.passage === best.passage);
  const groups = [growAround(best, scored, question, wanted)];
  const taken = new Set(groups[0]);
  const covered = new Set(groups[0]!.flatMap((unit) => [...unit.covered]));
  const more = scored
    .filter(
      (unit) => !taken.has(unit) && !unit.isOfAnother && unit.kind !== 'heading' && unit.score >= best.score * 0.7,
    )
    .filter(({ text }) => !wanted.asked || wanted.tells(text))
    .toSorted((a, b) => b.score - a.score)
    .find((unit) => [...unit.covered].some((number) => !covered.has(number)) && !repeats(unit, groups[0]!));
  if (more && lengthOf(groups[0]!) + more.text.length < ANSWER_CHARS_MAX) {
    const same = groups.find((group) => group[0]?.passage === more.passage && more.kind === 'sentence');
    const leader = leaderOf(more, own);
    if (same) same.push(...(leader && !taken.has(leader) ? [leader, more] : [more]));
    else groups.push(growAround(more, scored, question, wanted).filter((unit) => !taken.has(unit)));
  }
  const calls = numbersToCall(
    { question, above: own.find(({ kind }) => kind === 'heading')?.text ?? '' },
    groups.flat(),
    own,
  );
  const withCalls = groups.find((group) => group[0]?.passage === best.passage && best.kind === 'sentence');
  if (withCalls) withCalls.push(...calls);
  else if (calls.length > 0) groups.push(calls);
  const used = [...new Set(groups.map((group) => group[0]!.passage + 1))];
  return { text: groups.map((group) => write(group)).join('\n\n'), used };
}

const lengthOf = (units: Unit[]) => units.reduce((sum, unit) => sum + unit.text.length, 0);

const repeats = (unit: Unit, others: Unit[]) => {
  const words = new Set(wordsOf(unit.text));
  return others.some((other) => {
    const same = wordsOf(other.text).filter((word) => words.has(word)).length;
    return same / Math.max(words.size, 1) > 0.7;
  });
};

const isQuestion = ({ text }: Unit) => /\?\s*$/u.test(text);

const pointsAtThing = ({ kind, text }: Unit) => kind === 'sentence' && (opensPointing(text) || pointsWithin(text));

/** The unit with what makes it readable: its whole short list with the line above, its table's head, the sentence before or after. */
function growAround(unit: ScoredUnit, scored: ScoredUnit[], question: string, wanted: Wanted): ScoredUnit[] {
  const own = scored.filter((other) => other.passage === unit.passage);
  const before = own[unit.place - 1];
  const after = own[unit.place + 1];
  const told = toldWith(unit, own, wanted);
  if (told) {
    const leader = leaderOf(unit, own);
    const isLed = before?.kind === 'sentence' && told[0] === unit && opensPointing(unit.text);
    return [
      ...(leader && !told.includes(leader) ? [leader] : isLed ? [before] : []),
      ...told,
      ...alikeOf(unit, told, own, wanted),
    ];
  }
  if (unit.kind === 'item') return wholeList(unit, own);
  if (unit.kind === 'row') {
    const head = own.find((other) => other === headOf(unit, own));
    return head ? [head, unit] : [unit];
  }
  if (/:$/.test(unit.text) && after && after.kind !== 'sentence') return [unit, ...listAfter(after, own)];
  const group = [unit];
  const leader = leaderOf(unit, own);
  if (leader) group.unshift(leader);
  if (before?.kind === 'sentence' && before !== leader && pointsAtThing(unit)) group.unshift(before);
  const asksMore =
    /\b(how|why|explain|describe|steps?|wie|warum|cómo|por qué|comment|pourquoi|come|perché|como|hoe|waarom|как|почему|nasıl|neden|jak|dlaczego|كيف|لماذا)\b/iu.test(
      question,
    );
  const wantsMore = unit.text.length < 90 || asksMore;
  if (
    after?.kind === 'sentence' &&
    !areOfTwoThings(unit, after, own) &&
    !isQuestion(after) &&
    (opensPointing(after.text) || (wantsMore && (after.block === unit.block || asksMore))) &&
    lengthOf(group) + after.text.length < ANSWER_CHARS_MAX / 1.5
  )
    group.push(after);
  return group;
}

const ALIKE_MOST = 2;

/** The deposits of two things for who asks for "the deposit": nothing says which of the two is meant. */
const alikeOf = (unit: ScoredUnit, told: readonly ScoredUnit[], own: readonly ScoredUnit[], wanted: Wanted) =>
  own
    .filter((other) => !told.includes(other) && other.score >= unit.score * 0.999 && wanted.tells(other.text))
    .slice(0, ALIKE_MOST);

function wholeList(unit: ScoredUnit, own: ScoredUnit[]): ScoredUnit[] {
  const items = own.filter((other) => other.kind === 'item' && other.block === unit.block);
  const intro = own[own.indexOf(items[0]!) - 1];
  const hasIntro = intro && (/:$/.test(intro.text) || intro.kind === 'heading');
  const isShort = items.length <= LIST_ITEMS_MAX && lengthOf(items) <= ANSWER_CHARS_MAX;
  return [...(hasIntro ? [intro] : []), ...(isShort ? items : [unit])];
}

const listAfter = (first: ScoredUnit, own: ScoredUnit[]) =>
  own.filter((other) => other.block === first.block && other.kind === first.kind).slice(0, LIST_ITEMS_MAX);

function write(group: ScoredUnit[]): string {
  const citation = `[${group[0]!.passage + 1}]`;
  const sentences = group
    .filter(({ kind }) => kind === 'sentence' || kind === 'heading' || kind === 'record')
    .toSorted((a, b) => a.place - b.place);
  const lines = group.filter(({ kind }) => kind === 'item' || kind === 'row');
  if (sentences.length > 1 && sentences.every(({ text }) => !/[.!?:]$/.test(text)))
    return `${sentences.map(({ text }) => `- ${text}`).join('\n')}\n${citation}`;
  const prose = sentences.map(({ text }) => text).join(' ');
  if (lines.length === 0) return `${prose} ${citation}`;
  const list = lines.map(({ kind, text }) =>
    kind === 'row' ? text : /^\(?(\d{1,3}|[a-z])[.)]/.test(text) ? text : `- ${text}`,
  );
  if (lines[0]!.kind === 'row' && lines.length > 1 && lines[0]!.text.startsWith('|'))
    list.splice(1, 0, lines[0]!.text.replace(/[^|]+/g, ' --- '));
  return prose === '' ? `${list.join('\n')}\n${citation}` : `${prose} ${citation}\n\n${list.join('\n')}`;
}
