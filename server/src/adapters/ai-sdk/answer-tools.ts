import type { LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { AnswerPart, AnswerRequest } from '../../domain/answers/answers.ports.ts';

type Call = Pick<LanguageModelV4ToolCall, 'toolCallId' | 'toolName' | 'input'>;

/** Nothing where there are none, so that a request without tools is what it always was. */
export const toolOptions = ({ tools = [] }: AnswerRequest, isAnswered: boolean) =>
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
        // A model is asked once: what it notes a second time would only keep the visitor waiting.
        ...(isAnswered ? { toolChoice: { type: 'none' as const } } : {}),
      };

/** A call of one of the tools that were offered, with an object as its input; else null. */
export function toToolPart({ tools = [] }: AnswerRequest, call: Call): AnswerPart | null {
  if (!tools.some(({ name }) => name === call.toolName)) return null;
  try {
    const input: unknown = JSON.parse(call.input === '' ? '{}' : call.input);
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
    return { type: 'tool', name: call.toolName, input: input as Record<string, unknown> };
  } catch {
    return null;
  }
}

/** What the model said and called, and that it was done: upon which it goes on with its answer. */
export function toolTurn(said: string, calls: readonly Call[]): LanguageModelV4Message[] {
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
      content: calls.map(({ toolCallId, toolName }) => ({
        type: 'tool-result' as const,
        toolCallId,
        toolName,
        output: { type: 'text' as const, value: 'Noted. Now answer the visitor.' },
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
