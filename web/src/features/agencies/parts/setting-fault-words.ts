import { limits } from '@antiphon/contract/limits';
import { readSettingFault, type SettingFault } from '@antiphon/contract/setting-faults';
import { type Problem, reworded } from '../../../problem.ts';
import { say } from '../../../texts/texts.ts';

const texts = {
  name: 'overview.nameMissing',
  font: 'theme.fontUnknown',
  https: 'faults.https',
  ours: 'faults.ours',
  email: 'faults.email',
  css: 'faults.css',
  tabSize: 'faults.tabSize',
  origins: 'faults.origins',
} as const satisfies Record<Exclude<SettingFault, 'cssSize'>, string>;

/** What the server refuses of the settings, in the language of the screen. */
export const inOwnWords = (problem: Problem): Problem => reworded(problem, translate);

function translate(sentence: string): string {
  const read = readSettingFault(sentence);
  if (!read) return sentence;
  if (read.of === 'href') return say('agency-tabs', `faults.${read.fault}`);
  if (read.fault === 'cssSize') return say('ui', 'charsMax', { count: limits.customCssCharsMax });
  const values = { size: limits.tabContentBytesMax / 1024, count: limits.tabOriginsMax };
  return say('agencies', texts[read.fault], values);
}
