import type { NewSuiteCase, SuiteAnswer, SuiteCheck } from '@antiphon/contract/suites';

/** A test of one question. */
export const testOf = ({
  title = 'The price of an electric bike',
  say = 'What does an electric bike cost?',
  says = '28 euros',
  checks = [{ kind: 'says', words: [says] }],
  isMust = false,
  answers = [],
}: {
  title?: string;
  say?: string;
  says?: string;
  checks?: SuiteCheck[];
  isMust?: boolean;
  answers?: SuiteAnswer[];
} = {}): NewSuiteCase => ({ title, isMust, script: { lang: '', variables: {}, answers, turns: [{ say, checks }] } });
