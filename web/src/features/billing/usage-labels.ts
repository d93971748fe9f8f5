import type { UsageEntry } from '@antiphon/contract/billing';

const labels: Record<string, string> = {
  text_turn: 'Text turn',
  welcome_credits: 'Welcome credits',
  test_turn: 'Text turn in the debugger',
};

/** The words for what raised or lowered the balance; a feature without words of its own is written out. */
export function usageLabel({ featureKey }: Pick<UsageEntry, 'featureKey'>): string {
  const known = labels[featureKey];
  if (known !== undefined) return known;
  const words = featureKey.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? 'Other' : words.charAt(0).toUpperCase() + words.slice(1);
}
