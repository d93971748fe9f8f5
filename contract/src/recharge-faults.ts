import { fillSentence, matchSentence } from './key-of-sentence.ts';

/** Why automatic recharge is not set. Free of validators, so that screens can import it and say it in another language. */
export const RECHARGE_FAULTS = {
  freePlan: 'You are on the free plan. You cannot enable auto-recharge.',
  belowOne: 'One recharge costs {sum} with tax. The monthly limit must be at least that.',
} as const;
export type RechargeFault = keyof typeof RECHARGE_FAULTS;

/** `sum`: as `€31.75`. */
export const limitBelowOne = (sum: string): string => fillSentence(RECHARGE_FAULTS.belowOne, { sum });

/** Which of them a sentence is, with its values; null for any other. */
export const readRechargeFault = (sentence: string) => matchSentence(RECHARGE_FAULTS, sentence);
