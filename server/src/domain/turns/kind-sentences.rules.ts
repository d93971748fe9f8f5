/** What a visitor reads when no answer can be given. Never a code, never silence; each says what can be done instead. */
type Sentences = {
  modelFailed: string;
  noCredits: string;
  interrupted: string;
  unknown: string;
  nobodyCame: string;
  requestClosed: string;
  putOff: string;
  personLeft: string;
  connecting: string;
  leaveAddress: string;
  passedOn: string;
  willWrite: string;
  /** To what was said to a person who has left. */
  heard: string;
  cannotRead: string;
  leftOut: string;
};

const SENTENCES: Record<string, Sentences> = {
  en: {
    modelFailed:
      'I could not work out an answer just now. Please try again, or leave your email address and a person will write to you.',
    noCredits: 'I cannot answer at the moment. Leave your email address and a person will write to you.',
    interrupted:
      'My answer was interrupted. Please try again, or leave your email address and a person will write to you.',
    unknown: 'I do not know the answer to that.',
    nobodyCame:
      'Sorry, nobody is free right now. Leave your email address and a person will write to you. Meanwhile you can keep asking me.',
    requestClosed: 'Your request has been closed. You can keep asking me here.',
    putOff:
      'This will take a while. Leave your email address and a person will write to you. Meanwhile you can keep asking me.',
    personLeft: '{name} left, the assistant is back',
    connecting: 'Of course. I am connecting you with a person.',
    leaveAddress: 'Of course. Leave your email address and a person will get back to you.',
    passedOn: 'I have passed this on. A person will answer you here, or by email if you have left your address.',
    willWrite: 'Nobody is free right now. A person will write to you by email. Meanwhile you can keep asking me.',
    heard: 'Thank you. You can keep asking me here, or ask to talk to a person.',
    cannotRead: 'I can read text, pictures and documents here, but not this.',
    leftOut: 'I cannot say that here.',
  },
  de: {
    modelFailed:
      'Ich konnte gerade keine Antwort finden. Bitte versuchen Sie es noch einmal, oder hinterlassen Sie Ihre E-Mail-Adresse, dann schreibt Ihnen ein Mensch.',
    noCredits:
      'Ich kann im Moment nicht antworten. Hinterlassen Sie Ihre E-Mail-Adresse, dann schreibt Ihnen ein Mensch.',
    interrupted:
      'Meine Antwort wurde unterbrochen. Bitte versuchen Sie es noch einmal, oder hinterlassen Sie Ihre E-Mail-Adresse.',
    unknown: 'Das weiß ich nicht.',
    nobodyCame:
      'Leider konnte gerade niemand kommen. Ich antworte wieder. Hinterlassen Sie Ihre E-Mail-Adresse, dann schreibt Ihnen ein Mensch.',
    requestClosed: 'Ihre Anfrage wurde geschlossen. Sie können mich hier weiter fragen.',
    putOff:
      'Das dauert eine Weile. Hinterlassen Sie Ihre E-Mail-Adresse, dann schreibt Ihnen ein Mensch. Inzwischen können Sie mich weiter fragen.',
    personLeft: '{name} hat den Chat verlassen, der Assistent ist wieder da',
    connecting: 'Gern. Ich verbinde Sie mit einer Person.',
    leaveAddress: 'Gern. Hinterlassen Sie Ihre E-Mail-Adresse, dann meldet sich eine Person bei Ihnen.',
    passedOn:
      'Das habe ich weitergegeben. Ein Mensch antwortet Ihnen hier, oder per E-Mail, wenn Sie Ihre Adresse hinterlassen haben.',
    willWrite:
      'Leider ist gerade niemand frei. Ein Mensch schreibt Ihnen per E-Mail. Inzwischen können Sie mich weiter fragen.',
    heard: 'Danke. Fragen Sie mich gern weiter, oder sprechen Sie mit einem Menschen.',
    cannotRead: 'Ich kann hier Text, Bilder und Dokumente lesen, dies aber nicht.',
    leftOut: 'Das kann ich hier nicht sagen.',
  },
  es: {
    modelFailed:
      'Ahora mismo no he podido encontrar una respuesta. Inténtelo de nuevo o deje su correo electrónico y una persona le escribirá.',
    noCredits: 'En este momento no puedo responder. Deje su correo electrónico y una persona le escribirá.',
    interrupted: 'Mi respuesta se ha interrumpido. Inténtelo de nuevo o deje su correo electrónico.',
    unknown: 'No sé la respuesta a eso.',
    nobodyCame:
      'Lo siento, nadie ha podido atenderle. Vuelvo a responder yo. Deje su correo electrónico y una persona le escribirá.',
    requestClosed: 'Su solicitud se ha cerrado. Puede seguir preguntándome aquí.',
    putOff:
      'Esto llevará un rato. Deje su correo electrónico y una persona le escribirá. Mientras tanto, puede seguir preguntándome.',
    personLeft: '{name} ha salido, el asistente ha vuelto',
    connecting: 'Por supuesto. Le pongo en contacto con una persona.',
    leaveAddress: 'Por supuesto. Deje su correo electrónico y una persona le responderá.',
    passedOn: 'Lo he transmitido. Una persona le responderá aquí, o por correo electrónico si ha dejado su dirección.',
    willWrite:
      'Ahora mismo no hay nadie disponible. Una persona le escribirá por correo electrónico. Mientras tanto puede seguir preguntándome.',
    heard: 'Gracias. Puede seguir preguntándome aquí o pedir hablar con una persona.',
    cannotRead: 'Aquí puedo leer texto, imágenes y documentos, pero esto no.',
    leftOut: 'No puedo decir eso aquí.',
  },
  fr: {
    modelFailed:
      "Je n'ai pas pu trouver de réponse pour l'instant. Réessayez, ou laissez votre adresse e-mail et une personne vous écrira.",
    noCredits: 'Je ne peux pas répondre pour le moment. Laissez votre adresse e-mail et une personne vous écrira.',
    interrupted: 'Ma réponse a été interrompue. Réessayez, ou laissez votre adresse e-mail.',
    unknown: 'Je ne connais pas la réponse.',
    nobodyCame:
      "Désolé, personne n'a pu venir. C'est de nouveau moi qui réponds. Laissez votre adresse e-mail et une personne vous écrira.",
    requestClosed: 'Votre demande a été clôturée. Vous pouvez continuer à me poser des questions ici.',
    putOff:
      'Cela prendra un moment. Laissez votre adresse e-mail et une personne vous écrira. En attendant, vous pouvez continuer à me poser des questions.',
    personLeft: '{name} est parti(e), l’assistant est de retour',
    connecting: 'Bien sûr. Je vous mets en relation avec une personne.',
    leaveAddress: 'Bien sûr. Laissez votre adresse e-mail et une personne vous répondra.',
    passedOn: 'Je l’ai transmis. Une personne vous répondra ici, ou par e-mail si vous avez laissé votre adresse.',
    willWrite:
      'Personne n’est disponible pour l’instant. Une personne vous écrira par e-mail. En attendant, vous pouvez continuer à me poser vos questions.',
    heard: 'Merci. Vous pouvez continuer à me poser des questions ici, ou demander à parler à une personne.',
    cannotRead: 'Ici, je peux lire du texte, des images et des documents, mais pas cela.',
    leftOut: 'Je ne peux pas dire cela ici.',
  },
  ar: {
    modelFailed: 'لم أتمكن من إيجاد إجابة الآن. حاول مرة أخرى أو اترك بريدك الإلكتروني وسيكتب لك شخص.',
    noCredits: 'لا أستطيع الإجابة في الوقت الحالي. اترك بريدك الإلكتروني وسيكتب لك شخص.',
    interrupted: 'انقطعت إجابتي. حاول مرة أخرى أو اترك بريدك الإلكتروني.',
    unknown: 'لا أعرف إجابة هذا السؤال.',
    nobodyCame: 'عذرًا، لم يتمكن أحد من الحضور. سأجيبك أنا من جديد. اترك بريدك الإلكتروني وسيكتب لك شخص.',
    requestClosed: 'تم إغلاق طلبك. يمكنك مواصلة سؤالي هنا.',
    putOff: 'سيستغرق هذا بعض الوقت. اترك بريدك الإلكتروني وسيكتب لك شخص. وفي هذه الأثناء يمكنك مواصلة سؤالي.',
    personLeft: 'غادر {name} المحادثة، وعاد المساعد',
    connecting: 'بالتأكيد. سأصلك بشخص الآن.',
    leaveAddress: 'بالتأكيد. اترك بريدك الإلكتروني وسيرد عليك شخص.',
    passedOn: 'لقد نقلت رسالتك. سيرد عليك شخص هنا، أو عبر البريد الإلكتروني إن كنت قد تركت عنوانك.',
    willWrite: 'لا أحد متاح الآن. سيكتب لك شخص عبر البريد الإلكتروني. يمكنك في هذه الأثناء أن تواصل سؤالي.',
    heard: 'شكرًا. يمكنك مواصلة سؤالي هنا أو طلب التحدث إلى شخص.',
    cannotRead: 'يمكنني هنا قراءة النصوص والصور والمستندات، ولكن ليس هذا.',
    leftOut: 'لا أستطيع قول ذلك هنا.',
  },
  it: {
    modelFailed:
      'Al momento non sono riuscito a trovare una risposta. Riprovi, oppure lasci il suo indirizzo e-mail e una persona le scriverà.',
    noCredits: 'Al momento non posso rispondere. Lasci il suo indirizzo e-mail e una persona le scriverà.',
    interrupted: 'La mia risposta è stata interrotta. Riprovi, oppure lasci il suo indirizzo e-mail.',
    unknown: 'Non conosco la risposta.',
    nobodyCame:
      'Mi dispiace, nessuno è potuto venire. Ora rispondo di nuovo io. Lasci il suo indirizzo e-mail e una persona le scriverà.',
    requestClosed: 'La sua richiesta è stata chiusa. Può continuare a farmi domande qui.',
    putOff:
      'Ci vorrà un po’ di tempo. Lasci il suo indirizzo e-mail e una persona le scriverà. Nel frattempo può continuare a farmi domande.',
    personLeft: '{name} ha lasciato la chat, l’assistente è di nuovo qui',
    connecting: 'Certo. La metto in contatto con una persona.',
    leaveAddress: 'Certo. Lasci il suo indirizzo e-mail e una persona le risponderà.',
    passedOn: 'L’ho inoltrato. Una persona le risponderà qui, o per e-mail se ha lasciato il suo indirizzo.',
    willWrite:
      'In questo momento nessuno è libero. Una persona le scriverà per e-mail. Nel frattempo può continuare a farmi domande.',
    heard: 'Grazie. Può continuare a farmi domande qui, oppure chiedere di parlare con una persona.',
    cannotRead: 'Qui posso leggere testo, immagini e documenti, ma non questo.',
    leftOut: 'Non posso dirlo qui.',
  },
  nl: {
    modelFailed:
      'Ik kon zojuist geen antwoord vinden. Probeer het opnieuw, of laat uw e-mailadres achter, dan schrijft een medewerker u.',
    noCredits: 'Ik kan op dit moment niet antwoorden. Laat uw e-mailadres achter, dan schrijft een medewerker u.',
    interrupted: 'Mijn antwoord werd onderbroken. Probeer het opnieuw, of laat uw e-mailadres achter.',
    unknown: 'Dat weet ik niet.',
    nobodyCame:
      'Sorry, er kon zojuist niemand komen. Ik antwoord weer. Laat uw e-mailadres achter, dan schrijft een medewerker u.',
    requestClosed: 'Uw verzoek is gesloten. U kunt mij hier verder vragen stellen.',
    putOff:
      'Dit duurt even. Laat uw e-mailadres achter, dan schrijft een medewerker u. Intussen kunt u mij verder vragen stellen.',
    personLeft: '{name} heeft de chat verlaten, de assistent is er weer',
    connecting: 'Natuurlijk. Ik verbind u met een medewerker.',
    leaveAddress: 'Natuurlijk. Laat uw e-mailadres achter, dan neemt een medewerker contact met u op.',
    passedOn:
      'Ik heb dit doorgegeven. Een medewerker antwoordt u hier, of per e-mail als u uw adres hebt achtergelaten.',
    willWrite:
      'Er is nu niemand vrij. Een medewerker schrijft u per e-mail. Ondertussen kunt u mij vragen blijven stellen.',
    heard: 'Dank u. U kunt mij hier verder vragen stellen, of om een medewerker vragen.',
    cannotRead: 'Ik kan hier tekst, afbeeldingen en documenten lezen, maar dit niet.',
    leftOut: 'Dat kan ik hier niet zeggen.',
  },
  pt: {
    modelFailed:
      'Não consegui encontrar uma resposta agora. Tente novamente ou deixe o seu e-mail e uma pessoa escreverá para você.',
    noCredits: 'Não posso responder neste momento. Deixe o seu e-mail e uma pessoa escreverá para você.',
    interrupted: 'A minha resposta foi interrompida. Tente novamente ou deixe o seu e-mail.',
    unknown: 'Não sei a resposta.',
    nobodyCame:
      'Desculpe, ninguém pôde vir agora. Volto a responder eu. Deixe o seu e-mail e uma pessoa escreverá para você.',
    requestClosed: 'O seu pedido foi encerrado. Você pode continuar a me perguntar aqui.',
    putOff:
      'Isto vai demorar um pouco. Deixe o seu e-mail e uma pessoa escreverá para você. Enquanto isso, você pode continuar a me perguntar.',
    personLeft: '{name} saiu, o assistente está de volta',
    connecting: 'Claro. Vou ligar você a uma pessoa.',
    leaveAddress: 'Claro. Deixe o seu e-mail e uma pessoa responderá.',
    passedOn:
      'Passei a sua mensagem adiante. Uma pessoa responderá aqui, ou por e-mail se você tiver deixado o seu endereço.',
    willWrite:
      'Ninguém está livre neste momento. Uma pessoa escreverá para você por e-mail. Enquanto isso, você pode continuar a me perguntar.',
    heard: 'Obrigado. Você pode continuar a me perguntar aqui ou pedir para falar com uma pessoa.',
    cannotRead: 'Aqui posso ler texto, imagens e documentos, mas isto não.',
    leftOut: 'Não posso dizer isso aqui.',
  },
};

/** `lang` is BCP 47; what is not in the table gets English. */
export const kindSentence = (what: keyof Sentences, lang: string): string =>
  (SENTENCES[lang.slice(0, 2).toLowerCase()] ?? (SENTENCES.en as Sentences))[what];

/** The agent said in one of its languages that a person will answer. */
export const isPassedOn = (text: string): boolean => PASSED_ON.has(text);
const PASSED_ON = new Set(Object.values(SENTENCES).map(({ passedOn }) => passedOn));

/** The line under which a person has gone. */
export const sayLeft = (name: string, lang: string): string =>
  kindSentence('personLeft', lang).replace('{name}', () => name);
