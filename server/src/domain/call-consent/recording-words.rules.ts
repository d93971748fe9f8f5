/** What is said of a recording. */
export type RecordingWords = { announced: string; asked: string; agreed: string; refused: string; stopped: string };

const WORDS: Record<string, RecordingWords> = {
  en: {
    announced: 'This call is recorded. If you do not want that, say: stop recording.',
    asked: 'May we record this call? Say yes or press 1. Otherwise it is not recorded.',
    agreed: 'Thank you. The call is recorded from now on.',
    refused: 'All right, the call is not recorded.',
    stopped: 'The call is not recorded any more, and what was recorded is deleted.',
  },
  de: {
    announced: 'Dieses Gespräch wird aufgezeichnet. Wenn Sie das nicht möchten, sagen Sie: Aufnahme stoppen.',
    asked:
      'Dürfen wir dieses Gespräch aufzeichnen? Sagen Sie Ja oder drücken Sie die 1. Sonst wird es nicht aufgezeichnet.',
    agreed: 'Danke. Das Gespräch wird ab jetzt aufgezeichnet.',
    refused: 'In Ordnung, das Gespräch wird nicht aufgezeichnet.',
    stopped: 'Das Gespräch wird nicht mehr aufgezeichnet, und was aufgezeichnet wurde, ist gelöscht.',
  },
  fr: {
    announced: 'Cet appel est enregistré. Si vous ne le souhaitez pas, dites : arrêtez l’enregistrement.',
    asked: 'Pouvons-nous enregistrer cet appel ? Dites oui ou appuyez sur 1. Sinon, il n’est pas enregistré.',
    agreed: 'Merci. L’appel est enregistré à partir de maintenant.',
    refused: 'Très bien, l’appel n’est pas enregistré.',
    stopped: 'L’appel n’est plus enregistré, et ce qui l’a été est supprimé.',
  },
  es: {
    announced: 'Esta llamada se graba. Si no lo desea, diga: detenga la grabación.',
    asked: '¿Podemos grabar esta llamada? Diga sí o pulse 1. Si no, no se graba.',
    agreed: 'Gracias. La llamada se graba a partir de ahora.',
    refused: 'De acuerdo, la llamada no se graba.',
    stopped: 'La llamada ya no se graba, y lo grabado se ha borrado.',
  },
  ar: {
    announced: 'يتم تسجيل هذه المكالمة. إذا كنت لا ترغب في ذلك، فقل: أوقف التسجيل.',
    asked: 'هل يمكننا تسجيل هذه المكالمة؟ قل نعم أو اضغط 1. وإلا فلن يتم تسجيلها.',
    agreed: 'شكرًا. يتم تسجيل المكالمة من الآن.',
    refused: 'حسنًا، لن يتم تسجيل المكالمة.',
    stopped: 'لم تعد المكالمة مسجلة، وتم حذف ما سُجّل منها.',
  },
};

/** In the language of the call, as near as there is; English else. */
export const recordingWordsIn = (lang: string): RecordingWords =>
  WORDS[lang.toLowerCase().split('-')[0] ?? ''] ?? (WORDS.en as RecordingWords);
