/** What a visitor reads of an action where its owner says nothing. Never silence, and never more than is known. */
type Sentences = {
  proposal: string;
  button: string;
  decline: string;
  waiting: string;
  done: string;
  failed: string;
  unknown: string;
  limit: string;
  /** Where an input is asked for: the first time, once more, and how it may be said. */
  ask: string;
  again: string;
  example: string;
  stopped: string;
  declined: string;
  meant: string;
  doneAt: string;
  notWaiting: string;
};

const SENTENCES: Record<string, Sentences> = {
  en: {
    proposal: 'Shall I do this: {what}?',
    button: 'Confirm',
    decline: 'No',
    waiting: 'One moment.',
    done: 'Done.',
    failed: 'That did not work.',
    unknown: 'I could not find out whether this was done. Please ask a person before you try again.',
    limit: 'There were too many of these requests. Please try again later, or ask for a person.',
    ask: 'Please tell me: {what}.',
    again: 'I could not read that. Please tell me: {what}.',
    example: '(for example {example})',
    stopped: 'All right, I leave that.',
    declined: 'All right, nothing was done.',
    meant: 'Did you mean one of these?',
    doneAt: 'The same was done at {time}. Shall I do it again?',
    notWaiting: 'That has been confirmed already. I will tell you here what comes of it.',
  },
  de: {
    proposal: 'Soll ich das tun: {what}?',
    button: 'Bestätigen',
    decline: 'Nein',
    waiting: 'Einen Moment.',
    done: 'Erledigt.',
    failed: 'Das hat nicht geklappt.',
    unknown:
      'Ich konnte nicht erfahren, ob das ausgeführt wurde. Bitte fragen Sie einen Menschen, bevor Sie es noch einmal versuchen.',
    limit: 'Das wurde zu oft verlangt. Bitte versuchen Sie es später noch einmal, oder fragen Sie nach einem Menschen.',
    ask: 'Bitte sagen Sie mir: {what}.',
    again: 'Das konnte ich nicht lesen. Bitte sagen Sie mir: {what}.',
    example: '(zum Beispiel {example})',
    stopped: 'Gut, dann lasse ich das.',
    declined: 'Gut, es ist nichts geschehen.',
    meant: 'Meinen Sie etwas davon?',
    doneAt: 'Genau das wurde um {time} schon erledigt. Soll ich es noch einmal tun?',
    notWaiting: 'Das ist schon bestätigt. Ich sage Ihnen hier, was daraus wird.',
  },
  es: {
    proposal: '¿Hago esto: {what}?',
    button: 'Confirmar',
    decline: 'No',
    waiting: 'Un momento.',
    done: 'Hecho.',
    failed: 'No ha funcionado.',
    unknown: 'No he podido saber si se ha hecho. Pregunte a una persona antes de volver a intentarlo.',
    limit: 'Esto se ha pedido demasiadas veces. Inténtelo más tarde o pida hablar con una persona.',
    ask: 'Dígame, por favor: {what}.',
    again: 'No lo he entendido. Dígame, por favor: {what}.',
    example: '(por ejemplo {example})',
    stopped: 'De acuerdo, lo dejo.',
    declined: 'De acuerdo, no se ha hecho nada.',
    meant: '¿Quiso decir algo de esto?',
    doneAt: 'Lo mismo se hizo a las {time}. ¿Lo hago otra vez?',
    notWaiting: 'Ya está confirmado. Le diré aquí el resultado.',
  },
  fr: {
    proposal: 'Dois-je faire ceci : {what} ?',
    button: 'Confirmer',
    decline: 'Non',
    waiting: 'Un instant.',
    done: 'C’est fait.',
    failed: 'Cela n’a pas marché.',
    unknown: 'Je n’ai pas pu savoir si cela a été fait. Demandez à une personne avant de réessayer.',
    limit: 'Cela a été demandé trop souvent. Réessayez plus tard, ou demandez à parler à une personne.',
    ask: 'Dites-moi, s’il vous plaît : {what}.',
    again: 'Je n’ai pas compris. Dites-moi, s’il vous plaît : {what}.',
    example: '(par exemple {example})',
    stopped: 'D’accord, je laisse cela.',
    declined: 'D’accord, rien n’a été fait.',
    meant: 'Vouliez-vous dire l’une de ces choses ?',
    doneAt: 'La même chose a été faite à {time}. Dois-je recommencer ?',
    notWaiting: 'C’est déjà confirmé. Je vous dirai ici ce qu’il en est.',
  },
  ar: {
    proposal: 'هل أقوم بهذا: {what}؟',
    button: 'تأكيد',
    decline: 'لا',
    waiting: 'لحظة من فضلك.',
    done: 'تم.',
    failed: 'لم ينجح ذلك.',
    unknown: 'لم أتمكن من معرفة ما إذا كان ذلك قد نُفِّذ. يرجى سؤال شخص قبل المحاولة مرة أخرى.',
    limit: 'طُلب هذا مرات كثيرة. يرجى المحاولة لاحقًا، أو طلب التحدث إلى شخص.',
    ask: 'من فضلك أخبرني: {what}.',
    again: 'لم أتمكن من فهم ذلك. من فضلك أخبرني: {what}.',
    example: '(مثلًا {example})',
    stopped: 'حسنًا، سأترك ذلك.',
    declined: 'حسنًا، لم يُنفَّذ شيء.',
    meant: 'هل تقصد أحد هذه؟',
    doneAt: 'تم تنفيذ الشيء نفسه في {time}. هل أكرره؟',
    notWaiting: 'تم تأكيد ذلك بالفعل. سأخبرك هنا بالنتيجة.',
  },
};

/** The visitor's language where its sentences are here, else English. */
function languageOf(lang: string): string {
  const language = lang.split('-')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(SENTENCES, language) ? language : 'en';
}

export const actionSentences = (lang: string): Sentences => SENTENCES[languageOf(lang)] as Sentences;
