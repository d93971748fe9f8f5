import { keyOfSentence } from './key-of-sentence.ts';
import { limits } from './limits.ts';

/** What only the server finds wrong with what an agency sells. Free of validators, so that screens can import it. */
export const PLAN_FAULTS = {
  name: 'Give the plan a name.',
  credits: `Enter a whole number from ${limits.agencyPlanCreditsMin} to ${limits.agencyPlanCreditsMax}.`,
  feature: 'Each plan must have at least one feature with text',
  features: `Maximum of ${limits.agencyPlanFeaturesMax} features allowed`,
  extra: 'Please enter a valid number',
  gone: 'There is no such plan.',
  tooEarly: 'Please complete steps 1 and 2 & click save billing settings before setting up subscription plans.',
  plansEver: `An agency may have made ${limits.agencyPlansEverMax} plans. Change one in place of adding one.`,
  pricesEver: `Plans of an agency may have had ${limits.agencyPlanPricesEverMax} prices. Go back to one that they had.`,
} as const;
export type PlanFault = keyof typeof PLAN_FAULTS;

/** Which of them a sentence is, so that it can be said in another language; undefined for any other. */
export const readPlanFault = (sentence: string): PlanFault | undefined => keyOfSentence(PLAN_FAULTS, sentence);
