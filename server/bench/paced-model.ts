import type { AnswerModels } from '../src/domain/answers/answers.ports.ts';
import { TOKEN_GAP_MS } from './floor.ts';

/** A model that says `tokens` words, one each 20 ms. */
export const pacedModels = (tokens: number): AnswerModels => ({
  async *stream() {
    for (let token = 0; token < tokens; token += 1) {
      yield { type: 'text', text: 'word ' };
      await new Promise((resolve) => setTimeout(resolve, TOKEN_GAP_MS));
    }
    yield { type: 'finish', inputTokens: 10, outputTokens: tokens, areTokensEstimated: false, outcome: 'answered' };
  },
});
