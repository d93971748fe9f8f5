import { keyOfSentence } from './key-of-sentence.ts';
import { limits } from './limits.ts';
import { HREF_FAULTS, type HrefFault } from './tab-hrefs.ts';

/** What only the server finds wrong with the settings of an agency. Free of validators, so that screens can import it. */
export const SETTING_FAULTS = {
  name: 'Please enter a name.',
  https: 'Use an https address.',
  ours: 'Use an address outside of this platform.',
  email: 'Please enter a valid email',
  font: 'This font name is not a valid one, please double check font name.',
  css: 'This style sheet could not be read.',
  cssSize: `Please use at most ${limits.customCssCharsMax} characters.`,
  tabSize: `A tab has at most ${limits.tabContentBytesMax / 1024} kB.`,
  origins: `Use at most ${limits.tabOriginsMax} addresses, one a line.`,
} as const;
export type SettingFault = keyof typeof SETTING_FAULTS;

/** Which of them a sentence is, so that it can be said in another language; null for any other. */
export function readSettingFault(
  sentence: string,
): { of: 'setting'; fault: SettingFault } | { of: 'href'; fault: HrefFault } | null {
  const [fault, ofHref] = [keyOfSentence(SETTING_FAULTS, sentence), keyOfSentence(HREF_FAULTS, sentence)];
  if (fault) return { of: 'setting', fault };
  return ofHref ? { of: 'href', fault: ofHref } : null;
}
