import { join } from 'node:path';
import { expect, test } from 'vitest';
import { amount } from '../test/harness/amounts.ts';
import { evaluate } from './eval.ts';

const corpora = ['development', 'held-out', 'everyday', 'services', 'unseen', 'contacts'];

// Planted: turns before that count 0.8 of a word in place of 0.75 -> the MRR of `development` is 0.869; "come" that is no
// filler -> `held-out` refuses 0.152 of what it could answer.
test.for(corpora.slice(0, amount(6, 2)))(
  'what is asked of the corpus %s is found and answered as promised',
  { timeout: 240_000 },
  async (name) => {
    const { all } = await evaluate(join(import.meta.dirname, 'corpus', `${name}.jsonl`), 0);
    expect(all['hit@5']).toBeGreaterThanOrEqual(0.95);
    expect(all['mrr@10']).toBeGreaterThanOrEqual(0.87);
    expect(all.unanswerableRefused).toBeGreaterThanOrEqual(0.6);
    expect(all.answerableRefused).toBeLessThanOrEqual(0.15);
  },
);
