/** What can be tried on a simulated phone beside writing. Free of validators, so that screens can import it. */
export const PHONE_TROUBLES = ['twice', 'unordered', 'busy', 'dead_token', 'day_later', 'stop', 'by_phone'] as const;
export type PhoneTrouble = (typeof PHONE_TROUBLES)[number];

/**
 * What is told between the lines of a simulated phone: what was tried, with what effect there. `refused_*` stand where something of ours really
 * met it.
 */
export const PHONE_NOTES = [
  'twice',
  'unordered',
  'unordered_no_clock',
  'busy',
  'dead_token',
  'day_later',
  'day_later_open',
  'stopped',
  'stopped_word',
  'blocked',
  'by_phone',
  'by_phone_none',
  'mended',
  'refused_busy',
  'refused_token',
  'refused_window',
  'refused_blocked',
] as const;
export type PhoneNote = (typeof PHONE_NOTES)[number];
