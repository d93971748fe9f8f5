const list = (words: string) => new Set(words.split(' '));

/** The commonest words of each language that the built-in model speaks: they tell the language and carry no meaning of their own. */
export const stopWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    'a about after all also am an and any are as at be been before being but by can could did do does doing for from had has have having he her hers him his how i if in into is it its just me more most my no not of off on only or other our out over own same she should so some such than that the their them then there these they this those through to too under up very was we were what when where which while who whom why will with would you your yours',
  ),
  de: list(
    'aber alle als also am an auch auf aus bei beim bin bis bist da das dass dein dem den der des dich die dir doch du durch ein eine einem einen einer eines er es euch für habe haben hat ich ihr ihre ihren im in ins ist ja kann kein keine können man mein meine meinem meinen meiner mich mir mit muss nach nicht noch nur ob oder ohne sehr sein sich sie sind so über um und uns unser vom von vor wann war warum was wenn wer werden wie wir wird wo zu zum zur',
  ),
  es: list(
    'a al algo como con cuál cuáles cuando cuándo cuánto cuánta cuántos de del desde donde dónde el él ella ellos en entre es esa ese eso esta este esto están está estoy fue ha hay he la las le les lo los mas más me mi mis muy no nos o para pero por porque puede puedo que qué quién se ser si sí sin sobre son su sus también te tengo tiene tienen tu tus un una unos usted y ya yo cómo',
  ),
  fr: list(
    "a ai au aux avec ce ces cette combien comme comment dans de des donc du elle elles en est et être eu il ils j je l la le les leur leurs lui ma mais me mes moi mon n ne nos notre nous on ont ou où par pas peut peux pour pourquoi quand que quel quelle quelles quels qu qui quoi sa sans se ses si son sont sur suis ta tes toi ton tu un une vos votre vous y c d s t m qu'est",
  ),
  it: list(
    'a ad ai al alla alle anche che chi ci come con cosa cui da dai dal dalla dei del della delle di dove e è ed fra gli ha hanno ho i il in io la le lei lo loro lui ma mi mia mio mie miei ne nei nel nella no noi non o per perché più può posso quale quali quando quanto quanta quanti questa questo se sei si sia sono sua sul sulla suo tra tu un una uno vi voi',
  ),
  pt: list(
    'a ao aos as à às com como da das de dela dele do dos e é ela ele eles em entre era essa esse esta está este eu foi há isso isto já lhe mais mas me meu meus minha muito na nas não nem no nos nós num numa o onde os ou para pela pelo por porque posso qual quais quando quanto quanta que quem se sem ser seu seus só são sua suas também te tem têm tenho um uma você vocês',
  ),
  nl: list(
    'aan al als bij ben bent dan dat de der deze die dit doe door dus een en er ga haar had heb hebben heeft hem het hier hij hoe hoeveel hun ik in is je jij jou jouw jullie kan kun kunnen maar me meer met mij mijn moet na naar niet nog nu of om omdat ons onze ook op over te ter tot u uit uw van veel voor waar waarom wanneer was wat we welke wel werd wie wij wordt zal ze zich zij zijn zo zonder',
  ),
  ar: list(
    'في من على إلى الى عن ما ماذا هل كيف متى أين اين لماذا كم هو هي هم هذا هذه ذلك التي الذي أن ان لا لم مع أو او و كان يمكن يمكنني لي لك أنا انا أنت نحن عند بعد قبل كل بعض غير قد',
  ),
  ru: list(
    'а без более бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если есть еще ещё же за и из или им их к как какая какие какой когда кто ли меня мне мой мы на над надо нас не нет но ну о об он она они от по под при с свой со так также там то тоже только ты у уже что чтобы чем это этот эта я сколько почему можно куда',
  ),
  tr: list(
    'acaba ama ancak bana bazı belki ben beni benim bir bu bunu buna çok da daha de değil diye en gibi hangi hem hep her için ile ise kadar kaç ki kim mi mı mu mü nasıl ne neden nerede nereden nereye niçin niye o olan olarak on ona onu sen siz şey şu ve veya ya yani var yok mıyım miyim nedir midir',
  ),
  pl: list(
    'a aby ale bardzo bez bo być by był była było byli czy dla do gdy gdzie go i ich ile im ja jak jaka jaki jakie jako jest jestem jeszcze już kiedy kto która które który lub ma mają mam mi mnie może można mój my na nad nas nie niż o od on ona one oni po pod przez przy się są ta tak także tam te tego ten to tu ty tylko u w we więc wy z za ze że czym dlaczego skąd',
  ),
};

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];

/** In how many languages a word is a small one. */
const shared = new Map<string, number>();
for (const word of Object.values(stopWords).flatMap((stops) => [...stops]))
  shared.set(word, (shared.get(word) ?? 0) + 1);

/** The language of a short text by its commonest words and script, as one of the eleven; empty when it cannot be told. */
export function languageOfWords(text: string): string {
  if (/\p{sc=Arabic}/u.test(text)) return 'ar';
  if (/\p{sc=Cyrillic}/u.test(text)) return 'ru';
  const counts = Object.entries(stopWords).map(([language, stops]) => ({
    language,
    count: words(text).filter((word) => stops.has(word)).length + (letters[language]?.test(text) ? 1 : 0),
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  const likely = counts.filter(({ count }) => count === most);
  const [only] = likely;
  if (most > 0 && only && likely.length === 1) return isToldApart(text, only.language) ? only.language : '';
  const told = likely.map(({ language }) => ({
    language,
    count: words(text).filter((word) => telling[language]?.has(word)).length,
  }));
  const [first, second] = told.sort((a, b) => b.count - a.count);
  return first && first.count > (second?.count ?? 0) ? first.language : '';
}

/** "do u take amex" is no Polish: words of one or two letters tell no language that others have, too. */
const isToldApart = (text: string, language: string): boolean =>
  (letters[language]?.test(text) ?? false) ||
  words(text).some(
    (word) =>
      telling[language]?.has(word) || (stopWords[language]?.has(word) && (word.length > 2 || shared.get(word) === 1)),
  );

/** Words that tell it where the smallest ones do not: "I want to talk to a person" has as many of Polish as of English. */
const telling: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    'want need talk speak please much many people person buy pay cancel booking may get have know order today tomorrow',
  ),
  de: list(
    'möchte brauche sprechen reden bitte viel viele leute person kaufen zahlen stornieren gibt heute morgen welche kostet kosten danke schön lange darf dürfen habt bieten',
  ),
  es: list(
    'quiero necesito hablar favor mucho muchos personas persona comprar pagar cancelar reserva hoy mañana hora gracias cuesta cuestan',
  ),
  fr: list(
    'veux voudrais besoin parler plaît beaucoup personnes personne acheter payer annuler réservation demain heure merci coûte coûtent',
  ),
  it: list(
    'voglio vorrei bisogno parlare favore molto persone persona comprare pagare annullare prenotazione oggi domani grazie costa costano',
  ),
  pt: list(
    'quero preciso falar favor muito pessoas pessoa comprar pagar cancelar reserva hoje amanhã hora obrigado obrigada custa custam',
  ),
  nl: list(
    'wil graag praten spreken alstublieft veel mensen persoon kopen betalen annuleren vandaag morgen bedankt kost',
  ),
  tr: list('istiyorum lütfen konuşmak kişi almak ödemek iptal bugün yarın teşekkürler'),
  pl: list('chcę potrzebuję rozmawiać proszę dużo osób osoba kupić zapłacić anulować dzisiaj jutro dziękuję kosztuje'),
};

/** Letters and signs that only one of the eleven languages uses. */
const letters: Record<string, RegExp> = {
  de: /[ßä]/u,
  es: /[¿¡ñ]/u,
  fr: /[œùê]/u,
  it: /[ìò]/u,
  pt: /[ãõ]/u,
  pl: /[ąęłńśźż]/u,
  tr: /[ğşı]/u,
};
