export const ACTION_TEXTS = {
  en: {
    doneAt: 'Done at {0}. Again?',
    over: 'This is no longer on offer.',
    failed: 'That did not work. Please try again.',
  },
  de: {
    doneAt: 'Um {0} erledigt. Noch einmal?',
    over: 'Das gilt nicht mehr.',
    failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  es: {
    doneAt: 'Hecho a las {0}. ¿Otra vez?',
    over: 'Esto ya no está disponible.',
    failed: 'No ha funcionado. Inténtelo de nuevo.',
  },
  fr: {
    doneAt: 'Fait à {0}. Encore une fois ?',
    over: 'Ce n’est plus proposé.',
    failed: 'Cela n’a pas marché. Veuillez réessayer.',
  },
  it: { doneAt: 'Fatto alle {0}. Di nuovo?', over: 'Non è più disponibile.', failed: 'Non ha funzionato. Riprovi.' },
  pt: { doneAt: 'Feito às {0}. De novo?', over: 'Já não está disponível.', failed: 'Não funcionou. Tente novamente.' },
  nl: {
    doneAt: 'Gedaan om {0}. Nog een keer?',
    over: 'Dit geldt niet meer.',
    failed: 'Dat is niet gelukt. Probeer het opnieuw.',
  },
  ar: { doneAt: 'تم في {0}. مرة أخرى؟', over: 'لم يعد هذا متاحًا.', failed: 'لم ينجح ذلك. يُرجى المحاولة مجددًا.' },
};
export type ActionTexts = (typeof ACTION_TEXTS)['en'];
