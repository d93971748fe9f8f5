import { limits } from '@antiphon/contract/limits';
import { readSettingFault, type SettingFault } from '@antiphon/contract/setting-faults';
import type { Problem } from '../../../problem.ts';
import { say } from '../../../texts/texts.ts';

const texts = {
  name: 'overview.nameMissing',
  font: 'theme.fontUnknown',
  https: 'faults.https',
  ours: 'faults.ours',
  email: 'faults.email',
  css: 'faults.css',
  tabSize: 'faults.tabSize',
} as const satisfies Record<SettingFault, string>;

/** What the server refuses of the settings, in the language of the screen. */
export const inOwnWords = (problem: Problem): Problem => ({
  ...problem,
  message: translate(problem.message),
  issues: problem.issues.map((issue) => ({ ...issue, message: translate(issue.message) })),
});

function translate(sentence: string): string {
  const read = readSettingFault(sentence);
  if (!read) return sentence;
  if (read.of === 'href') return say('agency-tabs', `faults.${read.fault}`);
  return say('agencies', texts[read.fault], { size: limits.tabContentBytesMax / 1024 });
}
