/** Whole phrases by which people say that they are not to be called any more, in the languages of our screens. */
const STOPS = [
  /\b(?:stop|quit) (?:calling|phoning|ringing)\b/,
  /\b(?:do not|don't|dont|never) (?:call|phone|ring)(?: me| us| here| this number)?(?: again| any ?more| ever)?[.!]?$/,
  /\b(?:do not|don't|dont|never) (?:call|phone|ring) (?:me|us|here|this number)\b/,
  /\b(?:take|remove) (?:me|us|this number|my number) (?:off|from)\b/,
  /^unsubscribe[.!]?$/,
  /\b(?:rufen sie|ruf|ruft) (?:mich|uns|hier)?\s?(?:bitte )?nicht (?:mehr|wieder|noch einmal) an\b/,
  /\bnicht (?:mehr|wieder) anrufen\b/,
  /\bkeine (?:weiteren )?anrufe mehr\b/,
  /\bne (?:m'|me |nous )?(?:r?appelez|r?appelle) plus\b/,
  /\b(?:arr[eê]tez|cessez) de (?:m'|me |nous )?(?:r?appeler|t[eé]l[eé]phoner)\b/,
  /\bno (?:me |nos )?(?:vuelva[ns]? a )?(?:llam(?:e|en|es|ar))(?:me|nos)?(?: m[aá]s| nunca)?[.!]?$/,
  /\bdej(?:e|en|a) de llamar(?:me|nos)?\b/,
  /لا ت(?:تصل|تصلوا|عاود الاتصال)/,
  /توقف(?:وا)? عن الاتصال/,
];
/** Said by us before, as the way out. */
const KEY = '9';

/** Whether this says so. `isOffered`: they were told that the key 9 does. */
export function isStopCalling(said: string, { isOffered }: { isOffered: boolean }): boolean {
  const text = said.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim().slice(0, 200);
  if (isOffered && (text === KEY || /^(?:stop|nine|neun|neuf|nueve|تسعة|توقف)[.!]?$/.test(text))) return true;
  return STOPS.some((stop) => stop.test(text));
}
