import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { AnswerFromPassages, PassageQuestion } from '../../domain/answers/answers.ports.ts';

/** `providerOptions.builtin`, as the adapter of all models fills it: what the search found for the last message. */
type Found = Partial<Pick<PassageQuestion, 'passages' | 'confidence' | 'lang' | 'turns'>>;

/**
 * The keyless model as the AI SDK takes it. It is no language model: it answers from `providerOptions.builtin` and the
 * visitor's last message alone, the same every time, word by word. `providerMetadata.builtin.outcome` of the finish tells how.
 */
export function makeBuiltinModel(answerFromPassages: AnswerFromPassages): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'builtin',
    modelId: 'builtin',
    supportedUrls: {},
    async doGenerate(options) {
      const { text, outcome, usage } = answer(answerFromPassages, options);
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
        providerMetadata: { builtin: { outcome } },
        warnings: [],
      };
    },
    async doStream(options) {
      const { text, outcome, usage } = answer(answerFromPassages, options);
      const parts: LanguageModelV4StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '0' },
        ...words(text).map((delta) => ({ type: 'text-delta' as const, id: '0', delta })),
        { type: 'text-end', id: '0' },
        {
          type: 'finish',
          finishReason: { unified: 'stop', raw: 'stop' },
          usage,
          providerMetadata: { builtin: { outcome } },
        },
      ];
      return { stream: streamOf(parts) };
    },
  };
}

function answer(answerFromPassages: AnswerFromPassages, { prompt, providerOptions }: LanguageModelV4CallOptions) {
  const { passages = [], confidence = 0, lang = '', turns = [] } = (providerOptions?.builtin ?? {}) as Found;
  const said = visitorTurns(prompt);
  const question = said.at(-1) ?? '';
  const { text, outcome } = answerFromPassages({ question, turns, passages, confidence, lang });
  return { text, outcome, usage: usageOf(said.join(' '), text) };
}

const visitorTurns = (prompt: LanguageModelV4Prompt): string[] =>
  prompt.flatMap((message) =>
    message.role === 'user' ? [message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')] : [],
  );

const streamOf = (parts: LanguageModelV4StreamPart[]) =>
  new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

/** A word with the space after it; scripts without spaces come in one piece. */
const words = (text: string) => text.match(/\S+\s*|\s+/gu) ?? [];

/** About four characters a token: nothing is paid by it, it only fills the trace. */
function usageOf(input: string, output: string): LanguageModelV4Usage {
  const [inputTokens, outputTokens] = [Math.ceil(input.length / 4), Math.ceil(output.length / 4)];
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
  };
}
