import { isConsent } from '../answers/smalltalk.rules.ts';

const plain = (message: string) =>
  message
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}'’]+/gu, ' ')
    .trim();

const NO =
  /^(?:(?:no|nope|nah|nein|non|لا|cancel|stop|never ?mind|forget it|abbrechen|abbruch|stopp|vergiss es|doch nicht|lieber nicht|cancelar|cancela|olvídalo|mejor no|annuler|annule|laisse tomber|arrête|إلغاء|الغاء|توقف|ألغ|الغ)(?: (?:no|thanks|thank you|please|it|that|danke|bitte|das|gracias|por favor|merci|شكرا|من فضلك|لا))*)$/u;

/** The message says no, or that it is not wanted any more, and nothing else. */
export const isRefusal = (message: string): boolean => NO.test(plain(message));

const DO_IT =
  /^(?:(?:yes|ok|okay|yes please) )*(?:confirm(?:ed)?|do it|go ahead|book it|bestätigen|bestätigt|mach das|machen sie das|tu es|ok|okay|confirmar|confirmo|hazlo|adelante|confirmer|je confirme|vas y|allez y|d['’]accord|أؤكد|تأكيد|نفذ|موافق|حسنا)(?: (?:please|bitte|por favor|s['’]il (?:vous|te) plaît|من فضلك))?$/u;

/** The message says yes to what is proposed, and nothing else. */
export const isGoAhead = (message: string): boolean => isConsent(message) || DO_IT.test(plain(message));
