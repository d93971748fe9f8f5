import { questionWords } from '../search/leaning-words.rules.ts';
import type { Phrase } from './builtin-phrases.rules.ts';

const person = [
  '(talk|speak|chat|connect|transfer|switch|contact|put me through)( \\p{L}+){0,3} (to|with)( an?| the| some)?( \\p{L}+){0,2} (human|person|people|agent|operator|representative|someone|somebody|staff|employee)s?',
  '(mit|an) (einem|einen|einer|nem)( echten| richtigen)? (menschen|mitarbeiter|mitarbeiterin|berater|person|kollegen|kollegin)',
  'mit (jemand|jemandem|jmd)( (von|aus|bei) (euch|ihnen|dem team|ihrem team|eurem team)| echtem)? (sprechen|reden|telefonieren|chatten)',
  '(hablar|chatear|contactar) con (una persona|un humano|un agente|alguien|un asesor)',
  'parler (à|avec) (une personne|un humain|un agent|un conseiller|quelqu un)',
  'parlare con (una persona|un operatore|un umano|qualcuno)',
  'falar com (uma pessoa|um humano|um atendente|alguém)',
  '(met )?een (mens|medewerker|persoon) (spreken|praten|chatten)',
  '(поговорить|связаться|соедините( меня)?) с (человеком|оператором|сотрудником)',
  '(bir )?(insan|temsilci|yetkili)(la|yle|ile|le| ile) (konuş|görüş)\\p{L}*',
  '(rozmawiać|porozmawiać) z (człowiekiem|konsultantem|osobą|kimś)',
  '(التحدث|أتحدث|الكلام|أتكلم) (مع|إلى) (شخص|إنسان|موظف)',
];

const greetings =
  'hi|hiya|hey|hello|helo|hallo|hullo|howdy|yo|greetings|good (morning|afternoon|evening|day)|guten (tag|morgen|abend)|moin|servus|grüezi|grüß gott|hola|buenas|buenos días|buenas (tardes|noches)|bonjour|bonsoir|salut|coucou|ciao|salve|buongiorno|buonasera|olá|oi|bom dia|boa (tarde|noite)|goedemorgen|goedemiddag|goedenavond|goedendag|hoi|مرحبا|أهلا|اهلا|السلام عليكم|صباح الخير|مساء الخير|привет|здравствуйте|здравствуй|добрый (день|вечер)|доброе утро|merhaba|selam|günaydın|iyi (günler|akşamlar)|cześć|hej|witam|dzień dobry|dobry wieczór';
const greeted =
  '( (there|again|all|everyone|team|friend|zusammen|everybody|bot|sir|madam|hi|hello|a todos|tout le monde|a tutti))?';

/** Whole messages, without punctuation and in lower case; each pattern may be followed by a name or a polite word. */
const patterns: { phrase: Phrase; pattern: RegExp }[] = [
  {
    phrase: 'person',
    pattern: new RegExp(
      `(?<!\\p{L})(${person.join('|')})(?!\\p{L})|^(an? |real |live )*(human|person|agent|operator|representative)( please)?$`,
      'u',
    ),
  },
  {
    phrase: 'greeting',
    pattern: new RegExp(`^(${greetings})${greeted}$`, 'u'),
  },
  {
    phrase: 'thanks',
    pattern:
      /^(ok|okay|great|perfect|cool|nice|super|awesome|excellent|alright|got it|wonderful|understood|i see|that helps|that was helpful|very helpful|sounds good|good to know|interesting|that s (great|good|interesting|helpful|all)|alles klar|verstanden|vale|de acuerdo|entendido|d accord|compris|va bene|capito|entendi|begrepen|понятно|ясно|хорошо|tamam|anladım|rozumiem|حسنا|تمام)$/u,
  },
  {
    phrase: 'goodbye',
    pattern:
      /^((ok|okay|thanks|thank you|danke|gracias|merci|grazie) )*(bye|bye bye|goodbye|good bye|see you|see ya|see you later|cya|take care|have a (nice|good|great) (day|evening|one|weekend|night)|good night|tschüss|tschüß|tschau|auf wiedersehen|bis bald|ciao ciao|adiós|adios|hasta luego|hasta pronto|au revoir|à bientôt|bonne journée|arrivederci|a presto|tchau|adeus|até logo|até mais|tot ziens|doei|dag|مع السلامة|إلى اللقاء|وداعا|до свидания|пока|hoşça kal|hoşçakal|güle güle|görüşürüz|do widzenia|pa|na razie)( (then|now|and|thanks|you|all))*$|^(no|nope|nah|no that s (all|it)|nothing else|nein|non|não|nee|нет|hayır|nie|لا)$/u,
  },
  {
    phrase: 'empty',
    pattern:
      /^((hi|hello|hey|hallo|hola|bonjour) )?(help|help me|i need (some )?help|(can|could) you help me|i have (a|one) question|(can|may|could) i ask (you )?(something|a (quick )?question)|i have some questions|hilfe|(darf|dürfte|kann|könnte) ich (sie |dich |euch |ihnen |dir )?(mal |kurz )*(was|etwas|eine( kurze)? frage) (fragen|stellen)|ich hätte (da )?(mal )?eine( kurze)? frage|(le )?(puedo|podría) (hacer(le|te)? una pregunta|preguntar(le|te)? algo)|(puis je|je peux|est ce que je peux|pourrais je) (vous |te )?(poser une question|demander quelque chose)|posso (farle|farti|fare) una domanda|posso chiederle (una cosa|qualcosa)|posso (lhe |te )?fazer uma pergunta|mag ik (u |je )?(iets|een vraag) (vragen|stellen)|(هل )?(يمكنني|ممكن|أستطيع) أن أسأل(ك|كم)?( سؤالا| شيئا)?|(لدي|عندي) سؤال|ich brauche hilfe|können sie mir helfen|ich habe eine frage|ayuda|necesito ayuda|tengo una pregunta|aide|j ai besoin d aide|j ai une question|aiuto|ho una domanda|ajuda|tenho uma pergunta|ik heb een vraag|у меня вопрос|помогите)( please| bitte| por favor| s il vous plaît)?$/u,
  },
  {
    phrase: 'wellbeing',
    pattern:
      /^((hi|hello|hey|hallo|hola|salut|ciao|olá) )?(how are you|how are you (doing|today|doing today)|how s it going|what s up|whats up|how do you do|wie geht s|wie geht es (dir|ihnen)|wie gehts|cómo estás|cómo está|como estas|qué tal|que tal|comment ça va|ça va|comment allez vous|come stai|come sta|come va|como vai|tudo bem|hoe gaat het|كيف حالك|как дела|как ты|nasılsın|nasılsınız|jak się masz|co słychać)$/u,
  },
  {
    phrase: 'identity',
    pattern:
      /^(who are you|what are you|are you (a |an )?(bot|robot|human|person|ai|real person|real|machine|chatbot)|what can you (do|help( me)? with)|what do you do|how can you help( me)?|who am i (talking|speaking|chatting) (to|with)|what is your name|what s your name|wer bist du|wer sind sie|bist du ein (bot|mensch|roboter)|was kannst du|was können sie|quién eres|qué eres|eres un (bot|robot|humano)|qué puedes hacer|qui es tu|qui êtes vous|tu es un (robot|bot)|que peux tu faire|chi sei|sei un (bot|robot)|cosa puoi fare|quem é você|você é um (robô|bot)|wie ben je|ben je een (robot|bot|mens)|من أنت|من انت|هل أنت (روبوت|إنسان)|кто ты|кто вы|ты (бот|робот)|вы (бот|робот)|sen kimsin|kimsin|bot musun|kim jesteś|jesteś (botem|robotem))$/u,
  },
];

const words = (list: string) => new Set(list.split(' '));
/** One of these makes a message thanks, where nothing else stands beside it but what people say with them. */
const thanks = words(
  'thanks thank thankyou thx ty tysm tnx cheers appreciated appreciate helped helps helpful danke dankeschön dank gracias merci grazie obrigado obrigada bedankt dankjewel dankuwel شكرا спасибо благодарю teşekkürler teşekkür sağol sağolun dziękuję dzięki',
);
const besideThanks = words(
  'ok okay great perfect cool nice good super awesome excellent alright wonderful amazing brilliant lovely fine oh ah and yes no got it you u your yours a lot so much very really too many all again everything that this for the help helping me us i we answer answers info information explanation was is s of kind quick reply exactly just listening time patience your understanding needed already now bye goodbye have day one then to know ' +
    'alles klar gut prima toll vielen herzlichen schön sehr für die ihre deine hilfe auskunft antwort das hat mir geholfen muchas mil por la tu su ayuda respuesta beaucoup bien pour votre ton aide c est super parfait mille molte per il tuo suo aiuto perfetto muito pela sua ajuda perfeito je u wel voor de uw hulp ' +
    'جزيلا لك لكم большое вам за помощь отлично ederim çok sağ ol tamam bardzo za pomoc dobrze',
);

/** "Great, that helped a lot, thanks!": no word in it asks for anything. */
const saysThanks = (text: string) => {
  const said = text.split(' ');
  return said.some((word) => thanks.has(word)) && said.every((word) => thanks.has(word) || besideThanks.has(word));
};

/** "Thanks, I come at 9:30": it begins with thanks, and asks nothing. */
export const opensWithThanks = (message: string) =>
  !asksSomething(message) && openingOf(message, 3).some((word) => thanks.has(word));

const yes = words(
  'yes yeah yep yup sure ja gern gerne sí claro oui volontiers sì certo sim نعم أجل да конечно evet tabii tak',
);

/** "Yes, see you tomorrow": nothing beside it is a matter of its own. */
const SHORT_WORDS = 4;
export const isShortYes = (message: string) => opensWithYes(message) && openingOf(message, 9).length <= SHORT_WORDS;

/** "Yes please, until Friday": it agrees to something, and asks nothing. */
export const opensWithYes = (message: string) =>
  !asksSomething(message) && openingOf(message, 1).some((word) => yes.has(word));

/** "I need the invoice": it waits for something to be done. */
const request =
  /^(and|but|also|so|und|aber|y|et|e|en)? ?(please|i (really |still |also )?(need|want|would like|d like|am looking for|m looking for)|bitte|ich (brauche|will|möchte|hätte gern|suche)|wir (brauchen|möchten)|por favor|(yo )?(necesito|quiero|quisiera|busco)|s il vous plaît|je (veux|voudrais|cherche)|j (ai besoin|aimerais)|per favore|(io )?(vorrei|voglio|cerco)|ho bisogno|(eu )?(preciso|quero|gostaria)|ik (wil|heb|zoek)|graag|من فضلك|أريد|أحتاج|мне нужн|я хочу|lütfen|istiyorum|proszę|potrzebuję|chcę)(?!\p{L})/u;

/** "I am Ann. This is the cup": it asks nothing, and wants nothing. */
export const isStatement = (message: string) =>
  !asksSomething(message) && message.split(/[.!;\n]+/).every((sentence) => !request.test(plain(sentence)));

const openingOf = (message: string, most: number) => plain(message).split(' ').slice(0, most);

/** "How" in Italian, and what people say in English of when they are there; "who" in Turkish, and a name. */
const alsoSaid = new Set(['come', 'kim']);

const asksSomething = (message: string) =>
  /[?؟]/.test(message) ||
  plain(message)
    .split(' ')
    .some((word) => !alsoSaid.has(word) && questionWords.has(word));

const plain = (message: string) =>
  message
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const consent =
  /^((oh|ok|okay) )?(yes|yeah|yep|yup|sure|of course|please|please do|ja|gern|gerne|natürlich|bitte|sí|si|claro|oui|volontiers|sì|certo|sim|نعم|أجل|да|конечно|evet|tabii|tak|poproszę)( (yes|please|sure|do|thanks|thank you|i would|i d like that|bitte|gern|gerne|danke|por favor|gracias|s il vous plaît|merci|per favore|grazie|graag|пожалуйста|lütfen|poproszę|proszę|من فضلك))*$/u;

/** "Yes, please": what it agrees to stands in the message before. */
export const isConsent = (message: string) => consent.test(plain(message));

const phraseOf = (text: string) => patterns.find(({ pattern }) => pattern.test(text))?.phrase ?? null;

const opening = new RegExp(`^(${greetings})${greeted} (?=\\p{L})`, 'u');
/** "Hello agent" asks for nobody. */
const afterGreeting = new Set<Phrase>(['empty', 'wellbeing', 'identity']);

/** "Good day! May I ask you something?" */
function greetedPhrase(text: string): Phrase | null {
  const phrase = phraseOf(text.replace(opening, ''));
  return phrase && afterGreeting.has(phrase) ? phrase : null;
}

/** "Great, thanks": nothing is wanted any more. */
export const isThanks = (message: string): boolean => smalltalkOf(message) === 'thanks';

/** What a message that asks for nothing in the documents is; null for every other. */
export function smalltalkOf(message: string): Phrase | null {
  const text = plain(message);
  if (text === '') return 'empty';
  if (text.length > 160) return null;
  if (!message.includes('?') && saysThanks(text)) return 'thanks';
  return phraseOf(text) ?? greetedPhrase(text);
}
