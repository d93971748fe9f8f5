import type { SuiteCaseId } from '@antiphon/contract/ids';
import type { SuiteResultLine, SuiteVerdict } from '@antiphon/contract/suites';
import { expect, test } from 'vitest';
import { orderResults } from './order-results.ts';

// Planted: sorted by the verdict alone -> caught here.
test('what fails anew comes first, then what must pass, then the rest in the order of the tests', () => {
  const line = (
    position: number,
    verdict: SuiteVerdict,
    before: SuiteVerdict | null,
    isMust = false,
  ): SuiteResultLine => ({
    ...{ position, verdict, before, isMust, title: '', tries: 1, ms: 0 },
    caseId: `tst_${position}` as SuiteCaseId,
  });
  const lines = [
    line(1, 'passed', 'failed'),
    line(2, 'failed', 'failed'),
    line(3, 'error', null),
    line(4, 'flaky', 'passed'),
    line(5, 'failed', null, true),
    line(6, 'passed', null),
  ];
  expect(orderResults(lines).map(({ position }) => position)).toEqual([4, 5, 2, 3, 1, 6]);
});
