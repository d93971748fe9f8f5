const list = (...words: string[]): ReadonlySet<string> => new Set(words.join(' ').split(/\s+/));

/** English and German words that stand for something that was said. */
export const pointers = list(
  'it its they them their theirs he him his she hers her this that these those there one ones such same former latter',
  'instead afterwards beforehand then',
  'er es ihn ihm dessen deren denen davon dazu dafür daran darauf darin damit dabei darüber dadurch danach davor daraus dort',
  'dorthin hinterher stattdessen dann trotzdem diese dieser dieses diesem diesen dies jene jener jenes derselbe dieselbe dasselbe sowas',
);

/** The same in the other languages, where a short word is often an article, too: without those. */
export const otherPointers = list(
  'ello ella ellos ellas esto estos estas eso esos esas aquello allí',
  'il elle ils elles cela ça celui celle ceux celles lui leur',
  'esso essa essi esse questo questa questi queste quello quella',
  'ele ela eles elas isso isto esse essa deles dela dele',
  'hij hun hen dit dat deze daar daarvan',
  'он она оно они его её их ему это этот эта эти тот там',
  'bunu onu bunlar onlar bunun onun orada',
  'ona ono oni jego jej ich ten ta te tam',
  'هو هي هم هذا هذه ذلك تلك هناك',
);

/** "das" before a noun is an article, and otherwise stands for something. */
export const germanArticles = list('das der die den dem');

/** After "this" they name a time: "this week". */
export const timeWords = list(
  'week weekend month year summer winter spring autumn season morning afternoon evening night time monday tuesday wednesday',
  'thursday friday saturday sunday christmas easter',
  'woche wochenende monat jahr sommer winter frühling herbst saison mal abend nachmittag montag dienstag mittwoch donnerstag',
  'freitag samstag sonntag weihnachten ostern',
);

/** Words before the question itself. */
export const openers = list(
  'and or but so also oh ok okay yes no thanks thank great then well hi hello please even only ah',
  'und oder aber also ach ja nein danke gut dann hallo bitte auch sogar nur okay',
  'y o pero et ou mais ed ma mas en maar и а или но ve peki ya lub ale و أو',
);

/** Those among them that join a piece of a question to the one before. */
export const joiners = list(
  'and or but also even only und oder aber auch sogar nur y o pero et ou mais e ed ma mas en maar и а или но ve peki i lub ale و أو',
);

/** "what about the croissant?" */
export const leads =
  /^\W*((and|or|but|so|ok|okay|und|oder|aber|y|et|e|en|и|а)[\s,]+)?(what about|how about|what of|was ist mit|wie ist es (mit|bei)|wie sieht es (mit|bei)|wie steht es (um|mit)|qué tal|y qué|qu'en est-il|che ne dici|e per|e quanto a|e quanto ao|hoe zit het met|wat met|как насчет|как насчёт|a co z)(?!\p{L})/iu;

/** "is lunch included?": of what, was said before. */
export const asksIncluded =
  /^\W*(?:(?:is|are)(?: the)?(?: \p{L}+){1,2} (?:included|extra|inclusive)|(?:ist|sind)(?: d[eia][res]| ein| eine)?(?: \p{L}+){1,2} (?:dabei|inklusive|inbegriffen|enthalten)|¿?(?:está|están)(?: \p{L}+){0,2} incluid[oa]s?(?: \p{L}+){0,2}|(?:est-ce que )?(?:l[ea]s? |l['’])?\p{L}+ (?:est|sont)(?:-(?:il|elle)s?)? (?:inclus|compris)(?:e|es)?)\W*$/iu;

/** Words of measure: they ask for a side of a thing, and name none. */
export const generic = list(
  'cost costs costing price prices priced charge charges charged fee fees expensive cheap cheaper much long longer take takes',
  'big large high old far extra free included include includes amount total apply applies valid work works',
  'kostet kosten kostenlos preis preise teuer günstig günstiger billiger lange länger dauert dauern dauer hoch groß alt weit',
  'gratis inklusive enthalten inbegriffen gilt gelten gültig extra funktioniert teurer schnell',
  'day days weekday weekdays tag tage tagen wochentag wochentage wochentagen día días jour jours',
  'ca cuesta cuestan precio coûte coute coûtent prix costa costano prezzo custa custam preço kost prijs стоит цена fiyat cena kosztuje',
);

/** Who asks the agency for something of its own: "what do you charge?" */
export const addresses = list(
  'you your yours u ihr euch euer eure ihre ihnen vous votre vos usted ustedes jullie uw вы вас',
);

export const subjects = list(
  'i you we my your our im ive ich ihr wir man mein meine meinen meiner meinem euch eure ihre sie je vous nous mon ma mes',
  'yo usted ustedes mi io voi mio mia eu você vocês meu minha ik jullie mijn я мы мне вы ben biz ja',
);

export const verbs = list(
  'am is are was were be do does did have has had can could may might must shall should will would need needs want cost costs isnt dont',
  'doesnt cant tell show send give explain work works get gets',
  'ist sind war bin hat habt haben hab habe kann können könnt darf dürfen muss müssen müsst soll sollen will wollen möchte wird werden gibt',
  'gibts kostet kosten passiert macht machen dauert geht braucht brauche liegt liegen bekommt bekommen bekomme gilt gelten kostet steht',
  'a-t-il est-ce y-a-t-il hay está están tiene tienen puede puedo est sont ont peut avez è sono ha hanno può posso é são tem pode posso zijn heeft heeft kan',
  'есть можно var mı mi mu jest są można هل',
);

export const questionWords = list(
  'what which who whom whose when where why how was welche welcher welches welchen welchem wer wen wem wann wo woher wohin warum wieso wie',
  'wieviel qué cuál cuándo dónde cómo quién que quel quelle quand où comment qui che quale quando dove come chi qual onde quem wat welke',
  'wanneer waar hoe wie что какой какая когда где как кто ne hangi nerede kim co jaki jaka kiedy gdzie jak kto ما متى أين كيف',
);

/** At the beginning of a piece of a question: "for children?" */
export const prepositions = list(
  'for in on at with without by after before until from to per during für bei mit ohne im in am an auf nach vor ab bis von zu per beim zum zur',
  'während pro para con sin por pour avec sans chez con senza com sem voor met zonder для с без в на için dla z bez',
);

/** "and if it rains?" */
export const conditions = list('if when unless wenn falls sobald si quand se quando als если eğer jeśli');

/** After these, "that" begins a part of the sentence. */
export const thatAfter = list(
  'so true sure know say says said mean means think see hope anything something everything all',
);

/** Where "it" and "es" stand for nothing. */
export const emptyIts = [
  /\b(is|was|'s)\s+it\s+((not|still|really|also|even)\s+)?(possible|allowed|okay|ok|true|necessary|required|better|safe|worth|legal|normal|enough|dangerous|hard|easy)\s+(to|that|if|for)\b/giu,
  /\b(does|will|would|did)\s+it\s+(take|cost)\s+(me\s+|you\s+|us\s+)?(to|for|until)\b/giu,
  /\b(will|does|did|can|if|when)\s+it\s+(rains?|snows?|get (dark|cold|hot))\b/giu,
  /\bit\s+(is|was)\s+(possible|allowed|okay|ok|true|necessary|required)\b/giu,
  /\b(gibt|geht|ist|wäre|wird|kostet|dauert|lohnt|braucht)\s+es\s+((auch|bei|denn|noch|hier|möglich|erlaubt|nötig|in)(?!\p{L})|(?=\p{Lu}|ein|kein|eine[nr]?|keine[nr]?|sich|euch|Ihnen|\p{L}+,?\s+(zu|dass|wenn|bis)))|\b(gibt|gibts)\s+es\b|\bes\s+(gibt|geht\s+um)\b/giu,
];

/** The end of a part of a question that may name what the next part speaks of. */
export const clauseEnds =
  /[,.;:!?\n]|\b(and|but|if|when|because|before|after|und|aber|wenn|weil|bevor|nachdem|falls)\b/giu;
