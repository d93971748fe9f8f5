const things = '(\\p{L}[\\p{L}\\p{M}-]{2,30}(?: \\p{L}[\\p{L}\\p{M}-]{1,30})?)';

/** Who asks for all that there is of a kind: "what courses do you have?", "welche Kurse gibt es?" */
const forms = {
  en: `(?:what|which) (?:(?:kinds?|types?|sorts?) of )?${things} (?:do you (?:have|offer|do|run|give|sell|teach|rent out|serve)|have you got|are there|are available|can (?:i|we) (?:book|choose|take|get))`,
  enAll: `(?:what are|list) (?:all )?(?:your|the) ${things}`,
  de: `(?:welche|was für) ${things} (?:gibt es|gibts|habt ihr|haben sie|bietet ihr|bieten sie|macht ihr|kann (?:ich|man) (?:buchen|wählen)|können wir (?:buchen|wählen)|stehen zur)`,
  es: `qué (?:tipos? de )?${things} (?:hay|tienen|tenéis|tienes|ofrecen|ofrecéis)`,
  fr: `quel(?:le)?s ${things} (?:avez|proposez|offrez|y a|sont disponibles)`,
  frAll: `quel(?:le)?s sont (?:vos|les) ${things}`,
  ar: `ما (?:هي |هو )?${things} (?:لديكم|عندكم|التي|المتوفرة|المتاحة)`,
};
const patterns = Object.values(forms).map((form) => new RegExp(`^\\P{L}{0,9}${form}(?!\\p{L})`, 'iu'));

const QUESTION_CHARS_MAX = 200;

/** What a question asks for all of; null for every other. */
export function kindAsked(question: string): string | null {
  const text = question.slice(0, QUESTION_CHARS_MAX).replace(/\s+/g, ' ');
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
