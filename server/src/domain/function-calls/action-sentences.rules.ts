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
  },
};

/** In the visitor's language, else English. */
export const actionSentences = (lang: string): Sentences =>
  SENTENCES[lang.split('-')[0]?.toLowerCase() ?? ''] ?? (SENTENCES.en as Sentences);
