import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { AnswerRequest } from '../../domain/answers/answers.ports.ts';

/** Rule of thumb over many tokenisers: four bytes of UTF-8 a token, which serves Latin and CJK scripts alike. */
const BYTES_PER_TOKEN = 4;
const estimate = (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
const isCount = (value: number | undefined): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** The provider's count where it gave one for both sides, else an estimate that says so. */
export function countTokens(
  usage: LanguageModelV4Usage,
  request: Pick<AnswerRequest, 'system' | 'messages'>,
  answer: string,
) {
  const [inputTokens, outputTokens] = [usage.inputTokens.total, usage.outputTokens.total];
  if (isCount(inputTokens) && isCount(outputTokens)) return { inputTokens, outputTokens, areTokensEstimated: false };
  const prompt = [request.system, ...request.messages.map((message) => message.content)].join('\n');
  return { inputTokens: estimate(prompt), outputTokens: estimate(answer), areTokensEstimated: true };
}
