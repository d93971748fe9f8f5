import { PLAN_FAULTS } from '@antiphon/contract/plan-faults';
import { expect, it } from 'vitest';
import type { Problem } from '../../../problem.ts';
import { languages } from '../../../texts/languages.ts';
import { loadLanguage } from '../../../texts/load-english.ts';
import { inOwnWords } from './plan-fault-words.ts';

const problemOf = (message: string): Problem => ({
  ...{ code: 'invalid_input', status: 400, message, requestId: null },
  issues: [{ path: 'plans.0.name', message }],
});

// Planted: the sentences as they come -> English on a German screen.
it.each(languages.filter(({ code }) => code !== 'en').map(({ code }) => code))(
  'what the server refuses of plans is said in %s, with its figures',
  (language) => {
    loadLanguage(language, 'auto-billing');
    for (const sentence of Object.values(PLAN_FAULTS)) {
      const { message, issues } = inOwnWords(problemOf(sentence));
      expect(message).not.toBe(sentence);
      expect(message).not.toMatch(/[{}]|plans?\.|price\./);
      expect(issues).toEqual([{ path: 'plans.0.name', message }]);
      const figures = (text: string) =>
        (text.match(/\d[\d.,\s\u202f\u00a0]*\d|\d/g) ?? []).map((one) => one.replace(/\D/g, ''));
      expect(figures(message)).toEqual(figures(sentence));
    }
    expect(inOwnWords(problemOf('Another sentence.')).message).toBe('Another sentence.');
  },
);
