import type { ModelProvider } from '@antiphon/contract/agents';
import type { Passage } from '@antiphon/contract/knowledge';

/** Which model answers, with a key that was opened for this one call; `secret` empty uses the platform's environment. */
export type AnswerModelRef = {
  provider: ModelProvider;
  model: string;
  baseURL: string;
  secret: string;
  temperature: number;
  maxOutputTokens: number;
};

/** A language model begins its answer with this when the passages do not hold it; adapters take it out of the stream. */
export const UNKNOWN_MARKER = '[[unknown]]';

export type AnswerRequest = {
  model: AnswerModelRef;
  system: string;
  messages: { role: 'user' | 'assistant'; content: string }[];
  /** The built-in model answers from these; language models find them in `system`. Best first. */
  passages: Passage[];
  /** How surely the passages answer the question, 0 to 1, as the search judged; the built-in model refuses by it. */
  confidence: number;
  /** BCP 47, of the visitor's own words where it could be told; empty when not. */
  lang: string;
  /** Earlier visitor turns, oldest first, that the question leans on: the built-in model reads no others. */
  turns?: readonly string[];
  /** What a language model may call; it goes on with its answer after it did. The built-in model calls nothing. */
  tools?: readonly AnswerTool[];
  /**
   * What a round's calls come to, in their order, as texts for the model; without it whatever is called is told as a part and answered
   * as noted. Where it is given, tools are no mere notes: a host that refuses them fails.
   */
  answerCalls?: (calls: readonly ToolCall[]) => Promise<string[]>;
  /** It may be silent for so long before its first word, where that is less than the adapter's own limit. */
  firstTokenMs?: number;
  signal: AbortSignal;
};

/** `inputSchema` is JSON schema of an object. What a model gives is nobody's word for it: whoever uses it validates. */
export type AnswerTool = { name: string; description: string; inputSchema: Record<string, unknown> };

/** `input` is null where it is no object. */
export type ToolCall = { name: string; input: Record<string, unknown> | null };

export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; input: Record<string, unknown> }
  | {
      type: 'finish';
      inputTokens: number;
      outputTokens: number;
      /** True when the provider did not count and the numbers were guessed from the length of the texts. */
      areTokensEstimated: boolean;
      outcome: 'answered' | 'unknown' | 'smalltalk';
    };

/** Throws `VendorFailure`. A text part is never empty; exactly one finish ends a stream that was not aborted. */
export type AnswerModels = { stream(request: AnswerRequest): AsyncIterable<AnswerPart> };

/** What the built-in model answers from: `turns` are the earlier visitor turns that the question leans on, oldest first; the rest as in `AnswerRequest`. */
export type PassageQuestion = {
  question: string;
  turns: readonly string[];
  passages: readonly Pick<Passage, 'title' | 'headingPath' | 'text'>[];
  confidence: number;
  lang: string;
};

/** `used` are the numbers of the cited passages, from 1, as they stand in `text`. `isUnsure`: the text says that it may not answer. */
export type PassageAnswer = {
  text: string;
  outcome: 'answered' | 'unknown' | 'smalltalk';
  used: number[];
  isUnsure: boolean;
};

/** `answerFromPassages` as the adapter of the built-in model takes it. */
export type AnswerFromPassages = (input: PassageQuestion) => PassageAnswer;
