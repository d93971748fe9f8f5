/** Whoever answers a question is taken by their word in any of these languages, whichever the agent speaks. */
const YES =
  /^(yes|yeah|yep|yup|sure|okay|ok|of course|certainly|absolutely|go ahead|i agree|i do|fine|that's fine|that is fine|no problem|ja|jawohl|gern|gerne|klar|natürlich|einverstanden|in ordnung|von mir aus|oui|d'accord|bien sûr|volontiers|pas de problème|sí|si|claro|vale|de acuerdo|por supuesto|sin problema|نعم|أجل|اجل|موافق|موافقة|حسنا|حسنًا|طبعا|طبعًا|بالتأكيد|تفضل)(?![\p{L}\p{M}])/u;
const NOT =
  /(?<![\p{L}\p{M}])(not|don't|do not|no|never|nicht|nein|kein|keine|keinen|lieber nicht|ne|pas|non|jamais|no|nunca|لا|ليس|كلا)(?![\p{L}\p{M}])/u;
const NO_PROBLEM = /^(no problem|pas de problème|sin problema)(?![\p{L}\p{M}])/u;
/** An answer and nothing else. */
const WORDS_MAX = 8;

const plain = (said: string) =>
  said
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('’', "'")
    .replace(/[.,!?;:،؟"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * What somebody answered who was asked whether they may be recorded, by words or by keys. `other`: they said something else, which is no consent, and is
 * heard as what it is.
 */
export function readConsent(said: string): 'yes' | 'no' | 'other' {
  const text = plain(said);
  if (/^\d+$/.test(text)) return text === '1' ? 'yes' : 'no';
  const isShort = text.split(' ').length <= WORDS_MAX;
  if (!isShort) return 'other';
  if (YES.test(text) && (NO_PROBLEM.test(text) || !NOT.test(text))) return 'yes';
  return NOT.test(text.split(' ').slice(0, 3).join(' ')) || wantsNoRecording(text) ? 'no' : 'other';
}

const STOPS: readonly RegExp[] = [
  /\b(stop|end|cancel|turn off|switch off)( the| this| that| your)? record(ing)?\b/,
  /\b(don't|do not|never)( want)?( to| me to| you to)?( be)?( the| this| me| us| any)? record(ed|ing)?\b/,
  /\b(no|without)( any)? recording\b|\bnot (want )?(to )?be recorded\b/,
  /(stopp(en|t)?|beenden|beende|schalten|schalte)( sie)?( bitte)?( die| diese)? (aufnahme|aufzeichnung)/,
  /(aufnahme|aufzeichnung)( bitte)? (stoppen|beenden|ausschalten|aus|löschen)/,
  /(nicht|keine)( bitte)?( mehr)? (aufnehmen|aufgenommen|aufzeichnen|aufgezeichnet|aufnahme|aufzeichnung)/,
  /(arrêtez|arrêter|stoppez|coupez|cessez)( d'| de | l'| cet | votre )?\s?(enregistre(r|ment)|enregistrement)/,
  /(n'enregistrez pas|pas (être )?enregistr|sans enregistrement|pas d'enregistrement)/,
  /(pare|paren|detenga|detengan|deje de|apague|apaguen|termine)( la| esta| de)? (grabación|grabar)/,
  /(no (me )?grabe|no quiero (que me graben|ser grabad|que se grabe)|sin grabación|no grabar)/,
  /(أوقف|اوقف|أوقفوا|توقف عن) (ال)?تسجيل/,
  /لا (تسجل|تسجلوا)|لا (أريد|اريد|أوافق على) (ال)?تسجيل|لا (أريد|اريد) أن (تسجل|يتم تسجيل)/,
];

/** Whether somebody who is recorded says that they do not want it. */
export const wantsNoRecording = (said: string): boolean => {
  const text = plain(said);
  return STOPS.some((one) => one.test(text));
};
