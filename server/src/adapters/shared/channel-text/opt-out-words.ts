/**
 * Words by which people take themselves off, if nothing else stands in the message: those that Twilio itself obeys and answers
 * (https://help.twilio.com/articles/223134027), and those of the languages of our screens.
 */
const CLEAR = [
  ...['stop', 'stopall', 'unsubscribe', 'optout', 'opt-out'],
  ...['arret', 'arrêt', 'arrete', 'arrête', 'désabonner', 'desabonner'],
  ...['stopp', 'abmelden', 'abbestellen'],
  ...['alto', 'parar', 'baja'],
  ...['توقف', 'إيقاف', 'ايقاف'],
];
/** By SMS these mean the same, for carriers take them so; in a chat they may answer what the agent asked. */
const OF_CARRIERS = ['cancel', 'end', 'quit', 'revoke', 'cancelar', 'إلغاء', 'الغاء'];
const STOP = { chat: new Set(CLEAR), sms: new Set([...CLEAR, ...OF_CARRIERS]) };
const START = new Set(['start', 'unstop']);
/** Said by SMS it is an answer as well, to whoever is not off. */
const YES = 'yes';

/** `consent`: null where a message says nothing of it. `isLine`: it is said to the agent. */
export function consentIn(text: string, where: keyof typeof STOP): { consent: boolean | null; isLine: boolean } {
  const word = text
    .slice(0, 40)
    .trim()
    .replace(/[.!]+$/, '')
    .normalize('NFC')
    .toLowerCase();
  if (text.trim().length > 30) return { consent: null, isLine: true };
  if (STOP[where].has(word)) return { consent: false, isLine: false };
  if (START.has(word)) return { consent: true, isLine: false };
  return { consent: where === 'sms' && word === YES ? true : null, isLine: true };
}
