import type { UsageEntry } from '@antiphon/contract/billing';
import type texts from '../../texts/en/billing.json';
import { say } from '../../texts/texts.ts';

const known = [
  'text_turn',
  'text_turn_cheaper',
  'voice_minute',
  'campaign_message',
  'model_test',
  'welcome_credits',
  'test_turn',
  'transfer_to_org',
  'transfer_to_workspace',
  'org_deleted',
  'credits_sold',
  'credits_bought',
  'advance',
  'debt_paid',
  'debt_received',
  'payment_reversed',
  'sale_reversed',
  'reversal_undone',
] satisfies (keyof typeof texts.features)[];

/** The words for what raised or lowered the balance; a feature without words of its own is written out. */
export function usageLabel({ featureKey }: Pick<UsageEntry, 'featureKey'>): string {
  const key = known.find((name) => name === featureKey);
  if (key !== undefined) return say('billing', `features.${key}`);
  const words = featureKey.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? say('billing', 'features.other') : words.charAt(0).toUpperCase() + words.slice(1);
}
