const WAY_OUT: Record<string, string> = {
  en: 'If you do not want to be called again, say "stop calling" or press 9.',
  de: 'Wenn Sie nicht mehr angerufen werden möchten, sagen Sie „nicht mehr anrufen“ oder drücken Sie die 9.',
  fr: 'Si vous ne voulez plus être appelé, dites « arrêtez de m’appeler » ou appuyez sur le 9.',
  es: 'Si no quiere que le llamemos más, diga «no me llame más» o pulse el 9.',
  ar: 'إذا كنت لا تريد أن نتصل بك مرة أخرى، فقل «لا تتصل بي» أو اضغط الرقم 9.',
};

/** What somebody who is called hears first, with the way out of further calls. */
export const openingOf = (text: string, lang: string): string =>
  `${text} ${WAY_OUT[lang.toLowerCase().split('-')[0] ?? ''] ?? (WAY_OUT.en as string)}`;
