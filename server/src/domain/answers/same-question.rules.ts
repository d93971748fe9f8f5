import { createHash } from 'node:crypto';
import { stopWords } from '../search/stop-words.rules.ts';

function withoutMarks(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

const list = (...words: string[]) => new Set(words.join(' ').split(/\s+/));

/** Words that are small in a sentence and make another question of it: what is asked for, and what turns it round. */
const tellingWritten = list(
  'when where who whom whose why how what which much many long often far not no never without before after from since until only',
  'wann wo wer wem wen wessen warum wieso weshalb wie was welche welcher welches welchen wohin woher viel viele lange oft nicht kein',
  'keine keinen ohne vor nach von seit bis nur',
  'cuándo dónde quién quiénes por qué qué cómo cuál cuáles cuánto cuánta cuántos cuántas sin antes después desde hasta nunca',
  'quand où qui quoi pourquoi comment combien quel quelle quels quelles pas sans avant après depuis jamais',
  'quando dove chi perché come cosa quale quali quanto quanta quanti quante non senza prima dopo da mai',
  'onde quem porquê qual quais quantos quantas não sem depois desde nunca',
  'wanneer waar wie waarom hoe wat welke hoeveel niet geen zonder voor na van sinds tot',
  'когда где кто почему зачем как что какой какая какие сколько куда откуда не без до после от',
  'ne zaman nerede nereden nereye kim neden niçin nasıl kaç hangi değil yok önce sonra',
  'kiedy gdzie kto dlaczego jak co który która które ile nie bez przed po od',
  'متى أين اين من لماذا كيف ماذا ما كم أي لا لم ليس بدون قبل بعد',
);

/** Many write without accents. A bare "que" is no "qué". */
const telling: ReadonlySet<string> = new Set(
  [...tellingWritten].flatMap((word) => (word === 'qué' ? [word] : [word, withoutMarks(word)])),
);

/** Said for the sake of politeness, or to say that a question comes. */
const polite: ReadonlySet<string> = list(
  'please pls plz hi hello hey thanks thank tell know want wanted like would wonder wondering ask question quick just actually ok okay',
  'bitte hallo danke sag sagen wissen möchte wollte gern gerne frage mal denn eigentlich',
  'hola gracias favor saber quiero quisiera pregunta',
  'bonjour merci svp plaît savoir voudrais question',
  'ciao salve grazie favore sapere vorrei domanda',
  'olá obrigado obrigada favor saber queria gostaria pergunta',
  'hoi dank bedankt alstublieft graag weten vraag',
  'здравствуйте привет спасибо пожалуйста скажите подскажите вопрос',
  'merhaba teşekkürler lütfen acaba soru',
  'cześć proszę dziękuję pytanie',
  'مرحبا شكرا فضلك سؤال',
);

const asksWhat = list(
  'what which was qué cuál cuáles quel quelle quels quelles quoi cosa quale quali qual quais wat welke',
);
const isOnly = list("is are s 's ist sind es son est sont è sono é são zijn");

/** What stands between spaces and marks, in lower case. "C++" is not "C", and "can't" is not "can". */
const wordsIn = (text: string) =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/n['’]t(?!\p{L})/gu, ' not')
      .replace(/['’]s(?!\p{L})/gu, ' s')
      .match(/[\p{L}\p{N}\p{M}]+(['’]\p{L}+)?[+#]*/gu) ?? []
  ).map((word) => word.replace(/^\p{L}{1,2}['’]/u, ''));

/** The small words of the languages that the text is most likely in; of a text in none of them, none. */
function smallWords(words: readonly string[]): (word: string) => boolean {
  const counted = Object.values(stopWords).map((stops) => ({
    stops,
    count: words.filter((word) => stops.has(word)).length,
  }));
  const most = Math.max(1, ...counted.map(({ count }) => count));
  const likely = counted.filter(({ count }) => count === most);
  return (word) => likely.some(({ stops }) => stops.has(word));
}

/** In one form for one and for many. */
function formOf(word: string): string {
  const plain = withoutMarks(word);
  if (!/^\p{sc=Latin}+$/u.test(plain) || plain.length < 4) return plain;
  const single = plain.replace(/(?<=x|ch|sh|ss)es$|(?<!s)s$/, '');
  return single.length < 6 ? single : single.replace(/(?<=.{5})(en|e|n)$/, '');
}

/**
 * The words of a question that tell it from others, in one spelling: case, marks, accents, small and polite words, one or many make
 * no difference; what is asked for (when, how long), numbers, "not" and "without" do, and so does the order of three words or more.
 */
function tellingWords(question: string): string[] {
  const words = wordsIn(question).filter((word) => !polite.has(word));
  const isSmall = smallWords(words);
  const kept = words.filter((word, at) => {
    // "What is the price?" asks for the price; "What do you deliver?" does not ask whether.
    if (asksWhat.has(word) && isOnly.has(words[at + 1] ?? '')) return false;
    return telling.has(word) || !(isSmall(word) || word === 's');
  });
  // "Who are you?" has nothing but small words: they are all that there is to tell it by.
  const named = kept.filter((word) => !telling.has(word));
  const forms = (named.length > 0 ? kept : wordsIn(question)).map(formOf);
  return forms.length > 2 ? forms : forms.toSorted();
}

/** The same for two questions that are one. A hash: no words of a visitor are kept with it. Empty for what has no words. */
export function questionKey(question: string): string {
  const words = tellingWords(question);
  return words.length === 0 ? '' : createHash('sha256').update(words.join(' ')).digest('base64url').slice(0, 22);
}
