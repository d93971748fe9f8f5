import { limits } from '@antiphon/contract/limits';
import { type PlanFault, readPlanFault } from '@antiphon/contract/plan-faults';
import { type Problem, reworded } from '../../../problem.ts';
import { say } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';

const texts = {
  name: 'plans.nameMissing',
  credits: 'plans.creditsRange',
  feature: 'plans.featureMissing',
  features: 'plans.featuresFull',
  extra: 'price.notANumber',
  gone: 'plans.gone',
  tooEarly: 'plans.tooEarly',
  plansEver: 'plans.plansEver',
  pricesEver: 'plans.pricesEver',
} as const satisfies Record<PlanFault, string>;

/** What the server refuses of what an agency sells, in the language of the screen. */
export const inOwnWords = (problem: Problem): Problem => reworded(problem, translate);

function translate(sentence: string): string {
  const fault = readPlanFault(sentence);
  if (!fault) return sentence;
  return say('auto-billing', texts[fault], {
    min: formatCount(limits.agencyPlanCreditsMin),
    max: formatCount(limits.agencyPlanCreditsMax),
    plans: formatCount(limits.agencyPlansEverMax),
    prices: formatCount(limits.agencyPlanPricesEverMax),
  });
}
