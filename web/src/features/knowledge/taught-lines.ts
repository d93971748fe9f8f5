import { limits } from '@antiphon/contract/limits';

/** Questions as the form of an answer takes them: one a line, what is too long left out. The first stays in any case. */
export const taughtLines = (questions: readonly string[]): string =>
  questions
    .map((question) => question.replace(/\s+/g, ' ').trim())
    .filter((question, at) => at === 0 || question.length <= limits.taughtQuestionCharsMax)
    .slice(0, limits.taughtQuestionsMax)
    .join('\n');
