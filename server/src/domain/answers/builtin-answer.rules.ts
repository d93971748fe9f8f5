import { kindAsked } from '../particulars/listing.rules.ts';
import { asksWhetherThere } from '../particulars/offering.rules.ts';
import { tells } from '../particulars/particulars.rules.ts';
import { wordLikeness, wordsOf } from './answer-words.rules.ts';
import type { PassageAnswer, PassageQuestion } from './answers.ports.ts';
import { leftOpenBy } from './asked-numbers.rules.ts';
import { isStrict, termsOf, toldWith, type Wanted, wantedOf } from './asked-units.rules.ts';
import { phraseFor } from './builtin-phrases.rules.ts';
import { areOfTwoThings, leaderOf, lineNameOf, rowsOfKind } from './called-units.rules.ts';
import { complaintIn, tellsOfComplaints } from './complaints.rules.ts';
import { numbersToCall } from './emergencies.rules.ts';
import { headOf, isQuestion, type Unit } from './passage-units.rules.ts';
import { opensPointing, pointsWithin } from './pointing.rules.ts';
import { type ScoredUnit, scoreUnits } from './score-units.rules.ts';
import { smalltalkOf } from './smalltalk.rules.ts';

/** Below this the search's confidence is not enough to answer. */
export const CONFIDENCE_MIN = 0.5;

/** Below this an answer whose passages lack a word of the question says that it may not answer: decision 7 has the figures. */
const CONFIDENCE_SURE = 0.8;

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
  const listed = listOf(question, wanted, scored, input.passages);
  if (listed.length > 0) {
    const used = [listed[0]!.passage + 1];
    return { text: write(listed), outcome: 'answered', used, isUnsure: false };
  }
  const byScore = preferred(scored, wanted, question).toSorted((a, b) => b.score - a.score);
  // Whether something is paid may stand beside the sentence that names it: "You can cancel until Monday. Then we keep 20 euros."
  const best = wanted.asked?.isWhether ? byScore.find((unit) => !isBesideThePoint(unit, wanted)) : byScore[0];
  if (!best || isBesideThePoint(best, wanted)) return unknown;
  if (complaint === 'said' && !isOfComplaints(best, input.passages)) return unknown;
  const answer = writeAnswer(scored, best, input, wanted);
  const isHalfThere =
    asksWhetherThere(question) &&
    best.lacksOwn &&
    !best.isCalled &&
    !wanted.tells(best.text) &&
    !wanted.isOfDay(best.text);
  const isOpen = doesLeaveOpen(best, wanted, question, wanted.leans ? answer.text : best.text);
  const isOtherDay = wanted.hasDate && !wanted.tellsDate(best.text);
  const lacksSpan = wanted.asked?.particulars[0] === 'duration' && !tells('duration', answer.text);
  const isUnsure = isHalfThere || isOpen || isOtherDay || lacksSpan || (lacks && input.confidence < CONFIDENCE_SURE);
  const lead = isUnsure ? `${phraseFor('unsure', question, lang)}\n\n` : '';
  return { ...answer, text: `${lead}${answer.text}`, outcome: 'answered', isUnsure };
}

/** "What courses do you have?": all rows of the table that is headed so, as far as they fit into an answer. */
function listOf(question: string, wanted: Wanted, scored: ScoredUnit[], passages: PassageQuestion['passages']) {
  const kind = wanted.asked ? null : kindAsked(question);
  if (kind === null) return [];
  for (const [number, { title, headingPath }] of passages.entries()) {
    const own = scored.filter(({ passage }) => passage === number);
    const rows = rowsOfKind(kind, headingPath.at(-1) ?? title, own).slice(0, LIST_ITEMS_MAX + 1);
    while (lengthOf(rows) > ANSWER_CHARS_MAX) rows.pop();
    if (rows.length > 0) return rows;
  }
  return [];
}

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
  if (asksPrice && wanted.isPart) {
    const own = pricesOfPart(scored.filter((unit) => unit.ofOwn > 0 && wanted.tells(unit.text)));
    if (own.length > 0) return own;
  }
  const called = scored.filter((unit) => unit.isCalled && !unit.isOtherAge && (!asksPrice || wanted.tells(unit.text)));
  if (called.length === 0) return scored;
  return asksPrice
    ? scored.filter((unit) => called.includes(unit) || (unit.hasOwnPrice && wanted.tells(unit.text)))
    : called;
}

/** "And drinks?", "what about kids?": what names them most in its passage, in that which holds most of what was said. */
function pricesOfPart(told: ScoredUnit[]): ScoredUnit[] {
  const isMost = (unit: ScoredUnit) =>
    told.every(({ passage, ofOwn }) => passage !== unit.passage || ofOwn <= unit.ofOwn);
  const own = told.filter(isMost);
  const mostSaid = Math.max(...own.map(({ ofSaid }) => ofSaid));
  return own.filter(({ ofSaid }) => ofSaid === mostSaid);
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

function writeAnswer(
  scored: ScoredUnit[],
  best: ScoredUnit,
  { question, passages }: PassageQuestion,
  wanted: Wanted,
): { text: string; used: number[] } {
  const own = scored.filter((unit) => unit.passage === best.passage);
  const groups = [growAround(best, scored, question, wanted)];
  const taken = new Set(groups[0]);
  const covered = new Set(groups[0]!.flatMap((unit) => [...unit.covered]));
  const more = scored
    .filter(
      (unit) =>
        !taken.has(unit) &&
        !unit.isOfAnother &&
        !unit.isOtherAge &&
        !(wanted.isPart && unit.ofOwn < best.ofOwn) &&
        unit.kind !== 'heading' &&
        unit.score >= best.score * 0.7,
    )
    .filter(({ text }) => !wanted.asked || (wanted.hasDate ? wanted.tellsDate(text) : wanted.tells(text)))
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
  const written = groups.map((group) => `${ofWhat(group, passages, question)}${write(group)}`);
  return { text: written.join('\n\n'), used };
}

/**
 * "Rowing boats: 80 euros" below "Deposit" is no price of a boat: the heading is said before it, unless the question holds it or it says no more than
 * that these are prices.
 */
function ofWhat([first]: readonly ScoredUnit[], passages: PassageQuestion['passages'], question: string): string {
  const heading = passages[first?.passage ?? -1]?.headingPath.at(-1) ?? '';
  if (!first || heading === '' || lineNameOf(first, [first]) === null || !tells('price', first.text)) return '';
  const asked = wordsOf(question);
  const isAsked = wordsOf(heading).some((word) => asked.some((other) => wordLikeness(word, other) > 0));
  return isAsked || wantedOf(heading, []).asked?.particulars[0] === 'price' ? '' : `${heading}: `;
}

const lengthOf = (units: Unit[]) => units.reduce((sum, unit) => sum + unit.text.length, 0);

const repeats = (unit: Unit, others: Unit[]) => {
  const words = new Set(wordsOf(unit.text));
  return others.some((other) => {
    const same = wordsOf(other.text).filter((word) => words.has(word)).length;
    return same / Math.max(words.size, 1) > 0.7;
  });
};

const pointsAtThing = ({ kind, text }: Unit) => kind === 'sentence' && (opensPointing(text) || pointsWithin(text));

/** The unit with what makes it readable: its whole short list with the line above, its table's head, the sentence before or after. */
function growAround(unit: ScoredUnit, scored: ScoredUnit[], question: string, wanted: Wanted): ScoredUnit[] {
  const own = scored.filter((other) => other.passage === unit.passage);
  const before = own[unit.place - 1];
  const after = own[unit.place + 1];
  const answer = unit.question === undefined ? [] : answerOf(unit, own);
  if (answer.length > 0 && lengthOf(answer) <= WHOLE_CHARS_MAX) return answer;
  const terms = termsOf(unit, own, question);
  if (terms.length > 0 && lengthOf(terms) <= ANSWER_CHARS_MAX) return terms;
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

/** All that stands below the same question of a list. */
function answerOf(unit: ScoredUnit, own: readonly ScoredUnit[]): ScoredUnit[] {
  const isAsked = ({ kind }: ScoredUnit) => kind === 'question';
  const from = own.findLastIndex((other) => isAsked(other) && other.place < unit.place);
  const to = own.findIndex((other) => isAsked(other) && other.place > unit.place);
  return own.slice(from + 1, to < 0 ? own.length : to).filter(({ question }) => question !== undefined);
}

/** An answer of a list that is no longer is said whole: its second sentence tells what the first one leaves out. */
const WHOLE_CHARS_MAX = 300;
const ALIKE_MOST = 2;

/** "What about kids?" may be the child as well as the young person. */
const isAlike = (unit: ScoredUnit, other: ScoredUnit, { isPart }: Wanted): boolean =>
  isPart && unit.kind === 'record' && other.ofOwn === unit.ofOwn && other.ofSaid === unit.ofSaid
    ? other.score >= unit.score * 0.8
    : other.score >= unit.score * 0.999 && !(isPart && other.ofOwn < unit.ofOwn);

/** The deposits of two things for who asks for "the deposit": nothing says which of the two is meant. */
const alikeOf = (unit: ScoredUnit, told: readonly ScoredUnit[], own: readonly ScoredUnit[], wanted: Wanted) =>
  own
    .filter((other) => !told.includes(other) && isAlike(unit, other, wanted) && wanted.tells(other.text))
    .slice(0, unit.kind === 'record' ? LIST_ITEMS_MAX : ALIKE_MOST);

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
  const areRecords = sentences.length > 2 && sentences.every(({ kind }) => kind === 'record');
  if (areRecords || (sentences.length > 1 && sentences.every(({ text }) => !/[.!?:]$/.test(text))))
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
