/** The one word that the loader says beside Chat, which all these languages know. The frame has its own tables. */
const CLOSE: Record<string, string> = {
  de: 'Schließen',
  es: 'Cerrar',
  fr: 'Fermer',
  it: 'Chiudi',
  pt: 'Fechar',
  nl: 'Sluiten',
  ar: 'إغلاق',
};

/** Two letters; `automatic` is the language of the visitor's browser. */
export const langOf = (lang: string): string => (lang === 'automatic' ? navigator.language : lang).slice(0, 2);

export const closeWord = (lang: string): string => CLOSE[langOf(lang)] || 'Close';
