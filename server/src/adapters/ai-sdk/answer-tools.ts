import type { LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { AnswerPart, AnswerRequest, ToolCall } from '../../domain/answers/answers.ports.ts';

type Call = Pick<LanguageModelV4ToolCall, 'toolCallId' | 'toolName' | 'input'>;

/** Nothing where there are none, so that a request without tools is what it always was. */
export const toolOptions = ({ tools = [] }: AnswerRequest, isOver: boolean) =>
  tools.length === 0
    ? {}
    : {
        tools: tools.map(
          ({ name, description, inputSchema }): LanguageModelV4FunctionTool => ({
            type: 'function',
            name,
            description,
            inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
          }),
        ),
        // What it would call in the last round nobody could tell it the outcome of.
        ...(isOver ? { toolChoice: { type: 'none' as const } } : {}),
      };

/** A call of one of the tools that were offered, with an object as its input; else null. */
export function toToolPart({ tools = [] }: AnswerRequest, call: Call): AnswerPart | null {
  const { name, input } = toToolCall(call);
  return input && tools.some((tool) => tool.name === name) ? { type: 'tool', name, input } : null;
}

export function toToolCall({ toolName: name, input: text }: Call): ToolCall {
  try {
    const input: unknown = JSON.parse(text === '' ? '{}' : text);
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
    return { name, input: isObject ? (input as Record<string, unknown>) : null };
  } catch {
    return { name, input: null };
  }
}

export const NOTED = 'Noted. Now answer the visitor.';

/** What the model said and called, and what came of each: upon which it goes on with its answer. */
export function toolTurn(said: string, calls: readonly Call[], results: readonly string[]): LanguageModelV4Message[] {
  return [
    {
      role: 'assistant',
      content: [
        ...(said.trim() === '' ? [] : [{ type: 'text' as const, text: said }]),
        ...calls.map(({ toolCallId, toolName, input }) => ({
          type: 'tool-call' as const,
          toolCallId,
          toolName,
          input: parsed(input),
        })),
      ],
    },
    {
      role: 'tool',
      content: calls.map(({ toolCallId, toolName }, at) => ({
        type: 'tool-result' as const,
        toolCallId,
        toolName,
        output: { type: 'text' as const, value: results[at] ?? '' },
      })),
    },
  ];
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}
