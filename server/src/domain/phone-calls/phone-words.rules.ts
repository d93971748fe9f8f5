/** What is said where nobody answers, and its owner wrote nothing for it. */
const CLOSED: Record<string, string> = {
  en: 'Nobody is here at the moment. Please call again later. Goodbye.',
  de: 'Gerade ist niemand da. Bitte rufen Sie später noch einmal an. Auf Wiederhören.',
  fr: 'Il n’y a personne en ce moment. Veuillez rappeler plus tard. Au revoir.',
  es: 'En este momento no hay nadie. Vuelva a llamar más tarde, por favor. Adiós.',
  ar: 'لا يوجد أحد الآن. من فضلك اتصل لاحقًا. إلى اللقاء.',
};

export const closedIn = (lang: string): string =>
  CLOSED[lang.toLowerCase().split('-')[0] ?? ''] ?? (CLOSED.en as string);
