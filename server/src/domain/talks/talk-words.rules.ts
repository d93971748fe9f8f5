/** What is said beside the answers. */
export type TalkWords = {
  listening: string;
  stillThere: string;
  byeSilence: string;
  byeTooLong: string;
  byeNoCredits: string;
  moment: string;
  longer: string;
  nobody: string;
  failed: string;
  putThrough: string;
  unanswered: string;
  byeOptOut: string;
};

const WORDS: Record<string, TalkWords> = {
  en: {
    listening: 'I am listening.',
    stillThere: 'Are you still there?',
    byeSilence: 'I cannot hear you any more, so I am ending the call. Goodbye.',
    byeTooLong: 'We have reached the end of the time for a call. Please call again, or write to us. Goodbye.',
    byeNoCredits: 'I have to end the call now. Please write to us in the chat. Goodbye.',
    moment: 'One moment, please.',
    longer: 'It takes a little longer.',
    nobody: 'Nobody can be reached right now. You can go on with me, or leave your email in the chat.',
    failed: 'That did not work. Please try again.',
    putThrough: 'One moment, I am putting you through.',
    unanswered: 'Nobody answers right now. You can go on with me.',
    byeOptOut: 'We will not call this number again. Goodbye.',
  },
  de: {
    listening: 'Ich höre zu.',
    stillThere: 'Sind Sie noch da?',
    byeSilence: 'Ich höre Sie nicht mehr und beende das Gespräch. Auf Wiederhören.',
    byeTooLong:
      'Die Zeit für ein Gespräch ist um. Rufen Sie gern noch einmal an, oder schreiben Sie uns. Auf Wiederhören.',
    byeNoCredits: 'Ich muss das Gespräch jetzt beenden. Schreiben Sie uns bitte im Chat. Auf Wiederhören.',
    moment: 'Einen Moment bitte.',
    longer: 'Es dauert noch einen Augenblick.',
    nobody:
      'Gerade ist niemand zu erreichen. Sie können mit mir weitersprechen oder im Chat Ihre E-Mail-Adresse hinterlassen.',
    failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    putThrough: 'Einen Moment, ich verbinde Sie.',
    unanswered: 'Gerade nimmt niemand ab. Sie können mit mir weitersprechen.',
    byeOptOut: 'Wir rufen diese Nummer nicht mehr an. Auf Wiederhören.',
  },
  fr: {
    listening: 'Je vous écoute.',
    stillThere: 'Êtes-vous toujours là ?',
    byeSilence: 'Je ne vous entends plus, je mets fin à l’appel. Au revoir.',
    byeTooLong: 'La durée d’un appel est écoulée. Rappelez-nous, ou écrivez-nous. Au revoir.',
    byeNoCredits: 'Je dois mettre fin à l’appel. Écrivez-nous dans le chat. Au revoir.',
    moment: 'Un instant, s’il vous plaît.',
    longer: 'Cela prend encore un instant.',
    nobody:
      'Personne n’est joignable en ce moment. Vous pouvez continuer avec moi, ou laisser votre adresse dans le chat.',
    failed: 'Cela n’a pas fonctionné. Veuillez réessayer.',
    putThrough: 'Un instant, je vous mets en relation.',
    unanswered: 'Personne ne répond pour le moment. Vous pouvez continuer avec moi.',
    byeOptOut: 'Nous n’appellerons plus ce numéro. Au revoir.',
  },
  es: {
    listening: 'Le escucho.',
    stillThere: '¿Sigue ahí?',
    byeSilence: 'Ya no le oigo, así que termino la llamada. Adiós.',
    byeTooLong: 'Se ha acabado el tiempo de la llamada. Vuelva a llamar o escríbanos. Adiós.',
    byeNoCredits: 'Tengo que terminar la llamada. Escríbanos en el chat, por favor. Adiós.',
    moment: 'Un momento, por favor.',
    longer: 'Tarda un poco más.',
    nobody: 'Ahora no hay nadie disponible. Puede seguir conmigo o dejar su correo en el chat.',
    failed: 'No ha funcionado. Inténtelo de nuevo, por favor.',
    putThrough: 'Un momento, le paso con una persona.',
    unanswered: 'Ahora no contesta nadie. Puede seguir conmigo.',
    byeOptOut: 'No volveremos a llamar a este número. Adiós.',
  },
  ar: {
    listening: 'أنا أسمعك.',
    stillThere: 'هل ما زلت معي؟',
    byeSilence: 'لم أعد أسمعك، لذلك سأنهي المكالمة. إلى اللقاء.',
    byeTooLong: 'انتهى وقت المكالمة. يمكنك الاتصال مجددًا أو الكتابة لنا. إلى اللقاء.',
    byeNoCredits: 'عليّ إنهاء المكالمة الآن. من فضلك اكتب لنا في الدردشة. إلى اللقاء.',
    moment: 'لحظة من فضلك.',
    longer: 'يستغرق الأمر لحظة أخرى.',
    nobody: 'لا يوجد أحد متاح الآن. يمكنك المتابعة معي أو ترك بريدك الإلكتروني في الدردشة.',
    failed: 'لم ينجح ذلك. من فضلك حاول مرة أخرى.',
    putThrough: 'لحظة من فضلك، سأحوّل مكالمتك.',
    unanswered: 'لا أحد يجيب الآن. يمكنك المتابعة معي.',
    byeOptOut: 'لن نتصل بهذا الرقم مرة أخرى. إلى اللقاء.',
  },
};

/** In the language of the call, as near as there is; English else. */
export const talkWordsIn = (lang: string): TalkWords =>
  WORDS[lang.toLowerCase().split('-')[0] ?? ''] ?? (WORDS.en as TalkWords);
