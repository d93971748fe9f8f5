/** "Do you", and what may stand between it and the verb. */
const doYou = '(?<=(?:do|does|did|can|could|will|would) (?:you|u|they)(?: guys| all| also| still| even| currently)? )';
const sie = '(?= sie(?!\\p{L}))';
const ihr = '(?= ihr(?!\\p{L}))';
const jullie = '(?= (?:jullie|u)(?!\\p{L}))';

/**
 * Verbs of who asks whether a thing is there: "Do you offer whitening?" Texts name the thing, and tell its price, without them. Who
 * is asked stands beside the verb, but in languages whose verb tells it.
 */
const offers = {
  en: `${doYou}(?:offer|provide|sell|stock|carry|supply|run|serve)`,
  de: `(?:bieten|verkaufen|führen)${sie}|(?:bietet|verkauft|führt)${ihr}`,
  es: 'ofrecen|ofrece|ofreces|ofrecéis|venden|vende|vendes|vendéis|disponen',
  fr: 'proposez|offrez|vendez|fournissez',
  it: 'offrite|vendete|proponete',
  pt: 'oferecem|oferece|vendem|vende',
  nl: `(?:bieden|verkopen)${jullie}|(?:biedt|verkoopt)(?= u(?!\\p{L}))`,
  ar: 'تقدمون|تقدم|توفرون|توفر|تبيعون|تبيع',
  ru: 'предлагаете|продаете|продаёте|предоставляете',
  tr: '(?:sunuyor|satıyor) ?musunuz',
  pl: 'oferujecie|sprzedajecie|prowadzicie',
};

/** The same in words that count for nothing anyway: "Do you do crowns?" */
const plainly = {
  en: `${doYou}(?:do|have(?! to)|make|(?:rent|hire|lend)(?: out)?)`,
  de: `(?:haben|machen)${sie}|(?:habt|macht)${ihr}`,
  es: 'tienen|tienes|tenéis|hacen|hacéis',
  fr: 'avez|faites',
  it: 'avete|fate',
  pt: 'têm|fazem',
  nl: `(?:hebben|doen)${jullie}`,
  ar: 'لديكم|عندكم',
  ru: 'делаете|проводите|есть у вас|у вас есть',
  tr: '(?:yapıyor|veriyor) ?musunuz',
  pl: 'macie|robicie',
};

/** "Where do you sell your cups?" asks for what is done with a thing, and not for the thing. */
const askMore = {
  en: 'where|when|how|why|who',
  de: 'wo|wohin|wann|wie|warum|wer|wem',
  es: 'dónde|cuándo|cómo|quién|por qué',
  fr: 'où|quand|comment|pourquoi|qui|combien',
  it: 'dove|quando|come|perché|chi',
  pt: 'onde|quando|como|quem',
  nl: 'waar|wanneer|hoe|waarom|wie',
  ar: 'أين|متى|كيف|لماذا',
  ru: 'где|когда|как|почему|кто',
  tr: 'nerede|nasıl|neden|kim',
  pl: 'gdzie|kiedy|jak|dlaczego|kto',
};

const anyOf = (words: Record<string, string>) =>
  new RegExp(`(?<!\\p{L})(?:${Object.values(words).join('|')})(?!\\p{L})`, 'iu');
const [offer, plain, more] = [offers, plainly, askMore].map(anyOf) as [RegExp, RegExp, RegExp];

const found = (pattern: RegExp, question: string) => {
  const match = pattern.exec(question);
  return match && !more.test(question.slice(0, match.index)) ? match : null;
};

/** The question names what may be offered with a verb that no text needs: "Do you sell clay?" */
export const asksByOffer = (question: string): boolean => found(offer, question) !== null;

/** The same, or "Do you have clay?" */
export const asksWhetherThere = (question: string): boolean => asksByOffer(question) || found(plain, question) !== null;

/** The question without the verb of an offer. */
export function withoutOffer(question: string): string {
  const match = found(offer, question);
  return match ? question.slice(0, match.index) + question.slice(match.index + match[0].length) : question;
}
