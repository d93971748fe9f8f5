/** What a question is after, beside the words that name something. */
export type Asking = 'where' | 'when' | 'many' | 'what' | 'long' | 'price' | 'who' | 'why' | 'if';

const word = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

const ASKING: [Asking, RegExp][] = [
  [
    'long',
    word(
      'how long|how many (?:days|weeks)|wie lange|combien de (?:temps|jours)|cu[aá]nto (?:tiempo|tarda|dura)|cu[aá]ntos d[ií]as|كم (?:يستغرق|يوما?|من الوقت|تستغرق)|(?:ال)?مدة',
    ),
  ],
  ['price', word('how much|wie ?viel|combien (?:co[uû]te|est-ce|ça)|cu[aá]nto (?:cuesta|vale|es)|بكم|كم (?:سعر|ثمن)')],
  ['many', word('how many|wie ?viele|combien|cu[aá]nt[oa]s|كم')],
  ['where', word('where(?:s)?|wo|où|d[oó]nde|[أا]ين|وين')],
  ['where', /^\s*ou est(?!\p{L})/iu],
  ['when', word('when|until what time|wann|quand|quelle heure|cuándo|qué hora|متى|[أا]ي ساعة')],
  ['when', /^\P{L}*cuando(?!\p{L})/iu],
  ['who', word('who|whom|whose|wer|wen|wem|à qui|quién|quiénes')],
  ['who', /^\P{L}*(?:qui|(?:إلى |الى )?من (?=هو|هي|الذي|أ|ا))(?!\p{L})/iu],
  ['why', word('why|warum|wieso|weshalb|pourquoi|por qu[eé]|لماذا|ليش')],
  [
    'what',
    word(
      "what|whats|which|welche[rsnm]?|was (?:ist|sind|kostet|macht|passiert)|wie (?:lautet|lauten|ist|sind)|quel(?:le)?s?|qu['’]est|cu[aá]l(?:es)?|ماذا|ما (?:هو|هي|حالة)|[أا]ي|شو|وش",
    ),
  ],
  ['what', /¿(?:\p{L}+ )?qué(?!\p{L})|^\P{L}*ما(?!\p{L})/iu],
  ['if', word("if|whether|falls|wenn|si|s['’]il (?!vous|te)|إذا|اذا")],
];

export function askingIn(text: string): Asking[] {
  const found = new Set(ASKING.flatMap(([asking, pattern]) => (pattern.test(text) ? [asking] : [])));
  // "How long" and "how much" have their number in them; "until what time" its "what".
  if (found.has('long') || found.has('price')) found.delete('many');
  if (found.has('when')) found.delete('what');
  return [...found];
}

const NOT = new RegExp(
  `${
    word(
      'not|never|do(?:es)?nt|did ?nt|is ?nt|wo ?nt|can ?nt|cannot|no longer|nicht|kein\\p{L}*|nie|niemals|ne|pas|jamais|nunca|لا|لن|لم|ليس|مش|مو|بدون',
    ).source
  }|n['’]t(?!\\p{L})|(?<!\\p{L})n['’](?=\\p{L})|(?<!\\p{L})no(?!\\p{L}|\\.?\\s*\\d)`,
  'iu',
);
const WANTED = word(
  'want|wants|need|wish|will|wollen|möchten?|brauchen?|veux|voulons|souhaite|désire|besoin|quiero|queremos|necesito|deseo|[أا]ريد|نريد|[أا]حتاج|[أا]رغب',
);
const NO_MORE = word('any ?more|any longer|no longer|mehr|plus|ya no|más|[أا]عد|عدت|نعد');

export type Clause = { text: string; isNegated: boolean; isUnwanted: boolean };

/** The pieces of a text within which a "not" holds. `isUnwanted`: what was wanted is not any more. */
export const clausesOf = (text: string): Clause[] =>
  text
    .split(/[.,;:!?؟،؛\n]+|(?<!\p{L})(?:and|but|und|aber|sondern|et|mais|y|pero|sino|لكن|ولكن)(?!\p{L})/iu)
    .filter((piece) => piece.trim() !== '')
    .map((piece) => {
      const isNegated = NOT.test(piece);
      const isUnwanted =
        NO_MORE.test(piece) && WANTED.test(piece) && (isNegated || /(?<!\p{L})plus(?!\p{L})/iu.test(piece));
      return { text: piece, isNegated, isUnwanted };
    });

/** "Is that a problem?", "no problem": there is none. */
const NO_PROBLEM =
  /(?:is|would) (?:that|it|this|there)(?: be)? a(?:ny)? problem|no problem|(?:ist|wäre) das ein problem|kein problem|(?:est-ce|c['’]est) un problème|(?:pas de|aucun) (?:problème|souci)|(?:hay|es un|sin|ning[uú]n) problema|(?:هل هذه|لا) مشكلة/giu;
/** German verbs whose first part stands at the end: "rufen Sie mich an". */
const PARTED =
  /(?<!\p{L})(komm\p{L}*|kam\p{L}*|ruf\p{L}*|geb\p{L}*|gib\p{L}*|schick\p{L}*|send\p{L}*|zieh\p{L}*|sag\p{L}*|meld\p{L}*|bestell\p{L}*|brech\p{L}*|mach\p{L}*)((?:\s+[^\s.,;:!?]+){0,8}?)\s+(an|ab|auf|aus|ein|um|zurück)(?=\s*(?:[.,;:!?]|$))/giu;

/** A sentence without what is a value ("B-1" is one, and its letter no word), and with such verbs as one word. */
export const plainSentence = (text: string): string =>
  text
    .replace(/\S*\d\S*/g, ' ')
    .replace(NO_PROBLEM, ' ')
    .replace(PARTED, (_, verb: string, between: string, first: string) => `${first}${verb.toLowerCase()}${between}`);
