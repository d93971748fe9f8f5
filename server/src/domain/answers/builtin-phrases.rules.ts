import { languageOfWords } from '../search/stop-words.rules.ts';

/**
 * What the built-in model says in words of its own; `unsure` stands above what may not answer. After `unknown` the widget itself
 * offers a person or the form.
 */
export type Phrase =
  | 'greeting'
  | 'thanks'
  | 'goodbye'
  | 'wellbeing'
  | 'identity'
  | 'empty'
  | 'unknown'
  | 'unsure'
  | 'person'
  | 'complaint';

const phrases: Record<string, Record<Phrase, string>> = {
  en: {
    greeting: 'Hello! What would you like to know?',
    thanks: 'You are welcome. Is there anything else I can look up for you?',
    goodbye: 'Goodbye, and come back any time.',
    wellbeing: 'I am doing well, thank you. What would you like to know?',
    identity:
      'I am an automatic assistant. I answer questions from the documents I was given. What would you like to know?',
    empty: 'What would you like to know? Please write your question in a few words.',
    unknown: 'I do not know the answer to that: I found nothing about it in what I was given.',
    unsure: 'I am not sure that this answers your question. The closest I found:',
    person: 'Of course. Leave your email address and a person will get back to you.',
    complaint:
      'I am sorry to hear that. A person should look into it: leave your email address and they will get back to you.',
  },
  de: {
    greeting: 'Hallo! Was möchten Sie wissen?',
    thanks: 'Gern geschehen. Kann ich noch etwas für Sie nachsehen?',
    goodbye: 'Auf Wiedersehen, und kommen Sie jederzeit wieder.',
    wellbeing: 'Danke, gut. Was möchten Sie wissen?',
    identity:
      'Ich bin ein automatischer Assistent und antworte aus den Dokumenten, die mir gegeben wurden. Was möchten Sie wissen?',
    empty: 'Was möchten Sie wissen? Schreiben Sie Ihre Frage bitte in ein paar Worten.',
    unknown: 'Das weiß ich leider nicht: In meinen Unterlagen habe ich nichts dazu gefunden.',
    unsure: 'Ich bin nicht sicher, ob das Ihre Frage beantwortet. Am nächsten kommt:',
    person: 'Gern. Hinterlassen Sie Ihre E-Mail-Adresse, dann meldet sich ein Mensch bei Ihnen.',
    complaint:
      'Das tut mir leid. Darum sollte sich ein Mensch kümmern: Hinterlassen Sie Ihre E-Mail-Adresse, dann meldet er sich bei Ihnen.',
  },
  es: {
    greeting: '¡Hola! ¿Qué le gustaría saber?',
    thanks: 'De nada. ¿Puedo buscar algo más para usted?',
    goodbye: 'Adiós, y vuelva cuando quiera.',
    wellbeing: 'Muy bien, gracias. ¿Qué le gustaría saber?',
    identity:
      'Soy un asistente automático y respondo a partir de los documentos que me han dado. ¿Qué le gustaría saber?',
    empty: '¿Qué le gustaría saber? Escriba su pregunta en pocas palabras.',
    unknown: 'No lo sé: no he encontrado nada sobre eso en mis documentos.',
    unsure: 'No estoy seguro de que esto responda a su pregunta. Lo más parecido que he encontrado:',
    person: 'Por supuesto. Deje su correo electrónico y una persona le responderá.',
    complaint: 'Lo siento mucho. De esto debería ocuparse una persona: deje su correo electrónico y le responderá.',
  },
  fr: {
    greeting: 'Bonjour ! Que souhaitez-vous savoir ?',
    thanks: 'Je vous en prie. Puis-je chercher autre chose pour vous ?',
    goodbye: 'Au revoir, et revenez quand vous voulez.',
    wellbeing: 'Très bien, merci. Que souhaitez-vous savoir ?',
    identity:
      "Je suis un assistant automatique et je réponds à partir des documents que l'on m'a donnés. Que souhaitez-vous savoir ?",
    empty: 'Que souhaitez-vous savoir ? Écrivez votre question en quelques mots.',
    unknown: "Je ne le sais pas : je n'ai rien trouvé à ce sujet dans mes documents.",
    unsure: "Je ne suis pas sûr que cela réponde à votre question. Le plus proche que j'ai trouvé :",
    person: 'Bien sûr. Laissez votre adresse e-mail et une personne vous répondra.',
    complaint:
      "J'en suis désolé. Une personne devrait s'en occuper : laissez votre adresse e-mail et elle vous répondra.",
  },
  it: {
    greeting: 'Salve! Che cosa vorrebbe sapere?',
    thanks: 'Prego. Posso cercare altro per lei?',
    goodbye: 'Arrivederci, torni quando vuole.',
    wellbeing: 'Molto bene, grazie. Che cosa vorrebbe sapere?',
    identity:
      'Sono un assistente automatico e rispondo in base ai documenti che mi sono stati dati. Che cosa vorrebbe sapere?',
    empty: 'Che cosa vorrebbe sapere? Scriva la sua domanda in poche parole.',
    unknown: 'Non lo so: nei miei documenti non ho trovato nulla al riguardo.',
    unsure: 'Non sono sicuro che questo risponda alla sua domanda. La cosa più vicina che ho trovato:',
    person: 'Certo. Lasci il suo indirizzo e-mail e una persona le risponderà.',
    complaint: 'Mi dispiace. Se ne dovrebbe occupare una persona: lasci il suo indirizzo e-mail e le risponderà.',
  },
  pt: {
    greeting: 'Olá! O que gostaria de saber?',
    thanks: 'De nada. Posso procurar mais alguma coisa?',
    goodbye: 'Até logo, volte quando quiser.',
    wellbeing: 'Tudo bem, obrigado. O que gostaria de saber?',
    identity: 'Sou um assistente automático e respondo com base nos documentos que me deram. O que gostaria de saber?',
    empty: 'O que gostaria de saber? Escreva a sua pergunta em poucas palavras.',
    unknown: 'Não sei: não encontrei nada sobre isso nos meus documentos.',
    unsure: 'Não tenho a certeza de que isto responda à sua pergunta. O mais próximo que encontrei:',
    person: 'Claro. Deixe o seu e-mail e uma pessoa responderá.',
    complaint: 'Lamento muito. Uma pessoa deve tratar disto: deixe o seu e-mail e ela responderá.',
  },
  nl: {
    greeting: 'Hallo! Wat wilt u weten?',
    thanks: 'Graag gedaan. Kan ik nog iets voor u opzoeken?',
    goodbye: 'Tot ziens, en kom gerust terug.',
    wellbeing: 'Goed, dank u. Wat wilt u weten?',
    identity: 'Ik ben een automatische assistent en antwoord uit de documenten die ik heb gekregen. Wat wilt u weten?',
    empty: 'Wat wilt u weten? Schrijf uw vraag in een paar woorden.',
    unknown: 'Dat weet ik niet: in mijn documenten heb ik er niets over gevonden.',
    unsure: 'Ik weet niet zeker of dit uw vraag beantwoordt. Wat er het dichtst bij komt:',
    person: 'Natuurlijk. Laat uw e-mailadres achter, dan neemt een medewerker contact met u op.',
    complaint:
      'Dat spijt me. Een medewerker moet hiernaar kijken: laat uw e-mailadres achter, dan neemt die contact met u op.',
  },
  ar: {
    greeting: 'مرحبا! ماذا تود أن تعرف؟',
    thanks: 'على الرحب والسعة. هل أبحث لك عن شيء آخر؟',
    goodbye: 'إلى اللقاء، ومرحبا بك في أي وقت.',
    wellbeing: 'أنا بخير، شكرا. ماذا تود أن تعرف؟',
    identity: 'أنا مساعد آلي أجيب من المستندات التي أعطيت لي. ماذا تود أن تعرف؟',
    empty: 'ماذا تود أن تعرف؟ اكتب سؤالك في بضع كلمات.',
    unknown: 'لا أعرف الإجابة: لم أجد شيئا عن ذلك في المستندات.',
    unsure: 'لست متأكدا من أن هذا يجيب عن سؤالك. أقرب ما وجدته:',
    person: 'بالتأكيد. اترك بريدك الإلكتروني وسيرد عليك شخص.',
    complaint: 'يؤسفني ذلك. ينبغي أن ينظر شخص في الأمر: اترك بريدك الإلكتروني وسيرد عليك.',
  },
  ru: {
    greeting: 'Здравствуйте! Что вы хотите узнать?',
    thanks: 'Пожалуйста. Найти для вас что-нибудь ещё?',
    goodbye: 'До свидания, возвращайтесь в любое время.',
    wellbeing: 'Спасибо, всё хорошо. Что вы хотите узнать?',
    identity: 'Я автоматический помощник и отвечаю по документам, которые мне дали. Что вы хотите узнать?',
    empty: 'Что вы хотите узнать? Напишите вопрос в нескольких словах.',
    unknown: 'Я не знаю ответа: в моих документах об этом ничего не нашлось.',
    unsure: 'Я не уверен, что это отвечает на ваш вопрос. Самое близкое, что нашлось:',
    person: 'Конечно. Оставьте адрес электронной почты, и вам ответит человек.',
    complaint: 'Мне очень жаль. Этим должен заняться человек: оставьте адрес электронной почты, и вам ответят.',
  },
  tr: {
    greeting: 'Merhaba! Ne öğrenmek istersiniz?',
    thanks: 'Rica ederim. Sizin için başka bir şeye bakayım mı?',
    goodbye: 'Hoşça kalın, istediğiniz zaman yine bekleriz.',
    wellbeing: 'İyiyim, teşekkür ederim. Ne öğrenmek istersiniz?',
    identity: 'Ben otomatik bir asistanım ve bana verilen belgelerden yanıt veririm. Ne öğrenmek istersiniz?',
    empty: 'Ne öğrenmek istersiniz? Sorunuzu birkaç kelimeyle yazın.',
    unknown: 'Bunu bilmiyorum: belgelerimde bununla ilgili bir şey bulamadım.',
    unsure: 'Bunun sorunuzu yanıtladığından emin değilim. Bulduğum en yakın bilgi:',
    person: 'Elbette. E-posta adresinizi bırakın, bir kişi size dönecek.',
    complaint: 'Bunu duyduğuma üzüldüm. Bununla bir kişi ilgilenmeli: e-posta adresinizi bırakın, size dönecek.',
  },
  pl: {
    greeting: 'Dzień dobry! Co chcesz wiedzieć?',
    thanks: 'Proszę bardzo. Czy mam sprawdzić coś jeszcze?',
    goodbye: 'Do widzenia, zapraszam ponownie.',
    wellbeing: 'Dziękuję, wszystko dobrze. Co chcesz wiedzieć?',
    identity:
      'Jestem automatycznym asystentem i odpowiadam na podstawie dokumentów, które otrzymałem. Co chcesz wiedzieć?',
    empty: 'Co chcesz wiedzieć? Napisz pytanie w kilku słowach.',
    unknown: 'Nie wiem: w moich dokumentach nic o tym nie ma.',
    unsure: 'Nie mam pewności, czy to odpowiada na pytanie. Najbliższe, co udało się znaleźć:',
    person: 'Oczywiście. Zostaw adres e-mail, a ktoś się z tobą skontaktuje.',
    complaint: 'Przykro mi. Powinien się tym zająć człowiek: zostaw adres e-mail, a ktoś się z tobą skontaktuje.',
  },
};

/** "ty" is thanks in English and "you" in Polish: two letters tell no language. */
const isTooShort = (text: string) => /^[^\p{L}]*\p{sc=Latin}{1,2}[^\p{L}]*$/u.test(text);

/** The sentence in the visitor's language: that of the words themselves where they tell it, else of `lang`, else English. */
export function phraseFor(phrase: Phrase, text: string, lang: string): string {
  const told = lang.slice(0, 2).toLowerCase();
  const language = languageFor(text, told in phrases ? told : 'en');
  return (phrases[language] ?? phrases.en)![phrase];
}

/** In which language somebody is answered who wrote `text`: in its own, where its words tell it; else in `lang`, that of their browser. */
export const languageFor = (text: string, lang: string): string =>
  (isTooShort(text) ? '' : languageOfWords(text)) || lang;
