import type { SuiteResultLine } from '@antiphon/contract/suites';

/** What fails and passed before, what fails, what could not be tried, what passes; each in the order of the tests. */
export const orderResults = (lines: readonly SuiteResultLine[]): SuiteResultLine[] =>
  lines.toSorted((one, other) => rank(one) - rank(other) || one.position - other.position);

function rank({ verdict, before, isMust }: SuiteResultLine): number {
  if (verdict === 'failed' || verdict === 'flaky') return before === 'passed' ? 0 : isMust ? 1 : 2;
  if (verdict === 'error') return 3;
  return verdict === null ? 4 : 5;
}
