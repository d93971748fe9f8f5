/** The languages of the chat's own words. */
export const WIDGET_LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'ar'] as const;
type WidgetLanguage = (typeof WIDGET_LANGUAGES)[number];
type Table = Record<WidgetLanguage, string>;

const GREETING: Table = {
  en: 'Hi, how can I help you today?',
  de: 'Hallo, wie kann ich Ihnen helfen?',
  es: 'Hola, ¿en qué puedo ayudarle?',
  fr: 'Bonjour, comment puis-je vous aider ?',
  it: 'Ciao, come posso aiutarla?',
  pt: 'Olá, como posso ajudar?',
  nl: 'Hallo, hoe kan ik u helpen?',
  ar: 'مرحبًا، كيف يمكنني مساعدتك اليوم؟',
};

const AI_NOTICE: Table = {
  en: 'You are talking to an AI',
  de: 'Sie sprechen mit einer KI',
  es: 'Está hablando con una IA',
  fr: 'Vous parlez à une IA',
  it: 'Sta parlando con un’IA',
  pt: 'Está a falar com uma IA',
  nl: 'U praat met een AI',
  ar: 'أنت تتحدث مع ذكاء اصطناعي',
};

const CLOSE: Table = {
  en: 'Close',
  de: 'Schließen',
  es: 'Cerrar',
  fr: 'Fermer',
  it: 'Chiudi',
  pt: 'Fechar',
  nl: 'Sluiten',
  ar: 'إغلاق',
};

/** What an agent says in English until its owner writes something else. */
export const DEFAULT_TEXTS = { greeting: GREETING.en, aiNotice: AI_NOTICE.en };

/** `de-AT` is `de`. */
export const baseOf = (tag: string): string => tag.slice(0, 2).toLowerCase();

const wordOf = (table: Table, lang: string): string => table[baseOf(lang) as WidgetLanguage] ?? table.en;

/** As its owner wrote it; where that is nothing but the English default, the same in the visitor's language. */
const follow = (written: string, table: Table, lang: string): string =>
  written === table.en ? wordOf(table, lang) : written;

/** What an owner wrote for visitors of one language. What is empty is said as by default. */
export interface Translated {
  greeting: string;
  suggestedQuestions: string[];
  proactiveMessage: string;
  aiNotice: string;
  formOffer: string;
  formAway: string;
}
type Translations = Readonly<Record<string, Translated>>;

/** Of the very language, or of the one that it is a kind of. */
export const translationOf = ({ translations }: { translations: Translations }, lang: string): Translated | undefined =>
  Object.entries(translations).find(([tag]) => tag.toLowerCase() === lang.toLowerCase())?.[1] ??
  translations[baseOf(lang)];

/** The word on what closes the chat and its bubble. */
export const closeWordIn = (lang: string): string => wordOf(CLOSE, lang);

/**
 * The language that a visitor is spoken to in: what their page says, what the agent is fixed to, the first of the browser's languages
 * (`accepted`, as in an Accept-Language header) that there are words for; else the browser's first.
 */
export function chooseLanguage(
  settings: { lang: string; translations: Translations },
  page: string,
  accepted: string,
): string {
  const fixed = page || (settings.lang === 'automatic' ? '' : settings.lang);
  const tags = fixed ? [fixed] : accepted.split(',').map((part) => part.split(';')[0]!.trim());
  const spoken = tags.find(
    (tag) => WIDGET_LANGUAGES.some((one) => one === baseOf(tag)) || translationOf(settings, tag) !== undefined,
  );
  return (spoken ?? tags[0] ?? '').slice(0, 12) || 'en';
}

/** Of an agent's settings, what its visitors read. */
interface Read {
  translations: Translations;
  greeting: string;
  suggestedQuestions: string[];
  theme: { proactiveMessage: string };
  privacy: { aiNotice: string };
}

/** The settings with what a visitor reads of them in `lang`. */
export function speakIn<Settings extends Read>(settings: Settings, lang: string): Settings {
  const { greeting, suggestedQuestions, theme, privacy } = settings;
  const own = translationOf(settings, lang);
  const { proactiveMessage } = theme;
  return {
    ...settings,
    greeting: own?.greeting || follow(greeting, GREETING, lang),
    suggestedQuestions: own?.suggestedQuestions.length ? own.suggestedQuestions : suggestedQuestions,
    theme: { ...theme, proactiveMessage: own?.proactiveMessage || follow(proactiveMessage, GREETING, lang) },
    privacy: { ...privacy, aiNotice: own?.aiNotice || follow(privacy.aiNotice, AI_NOTICE, lang) },
  };
}
