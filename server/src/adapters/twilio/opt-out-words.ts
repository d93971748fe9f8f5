/**
 * Words by which people take themselves off, if nothing else stands in the message: those that Twilio itself obeys and answers
 * (https://help.twilio.com/articles/223134027), and those of the languages of our screens.
 */
const STOP = new Set([
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'opt-out'],
  ...['arret', 'arrêt', 'arrete', 'arrête', 'désabonner', 'desabonner'],
  ...['stopp', 'abmelden', 'abbestellen'],
  ...['alto', 'parar', 'baja', 'cancelar'],
  ...['توقف', 'إيقاف', 'ايقاف', 'إلغاء', 'الغاء'],
]);
const START = new Set(['start', 'unstop']);
/** It is an answer as well, to whoever is not off. */
const YES = 'yes';

/** `consent`: null where a message says nothing of it. `isLine`: it is said to the agent. */
export function consentIn(text: string): { consent: boolean | null; isLine: boolean } {
  const word = text
    .slice(0, 40)
    .trim()
    .replace(/[.!]+$/, '')
    .normalize('NFC')
    .toLowerCase();
  if (text.trim().length > 30) return { consent: null, isLine: true };
  if (STOP.has(word)) return { consent: false, isLine: false };
  if (START.has(word)) return { consent: true, isLine: false };
  return { consent: word === YES ? true : null, isLine: true };
}
