import type { NewSuiteCase, SuiteCheck } from '@antiphon/contract/suites';

/** A test of one question. */
export const testOf = ({
  title = 'The price of an electric bike',
  say = 'What does an electric bike cost?',
  says = '28 euros',
  checks = [{ kind: 'says', words: [says] }],
  isMust = false,
}: {
  title?: string;
  say?: string;
  says?: string;
  checks?: SuiteCheck[];
  isMust?: boolean;
} = {}): NewSuiteCase => ({ title, isMust, script: { lang: '', variables: {}, turns: [{ say, checks }] } });
