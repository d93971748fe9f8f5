import type { AnswerTool } from '../answers/answers.ports.ts';
import type { FlowAsk } from './flow-turns.ports.ts';

export const LEAVE_TOOL = 'leave_step';

type Exits = Extract<FlowAsk, { kind: 'askModel' }>['exits'];

/** How a language model leaves a step of the flow; there is no other way. Null where it has no exit. */
export function leaveTool(exits: Exits): AnswerTool | null {
  if (exits.length === 0) return null;
  const when = exits.map(({ id, name, when: told }) => `${id}: ${told || name}`);
  return {
    name: LEAVE_TOOL,
    description: `Leaves this part of the conversation, where one of these is so:\n${when.join('\n')}`,
    inputSchema: {
      type: 'object',
      properties: { exit: { type: 'string', enum: exits.map(({ id }) => id) } },
      required: ['exit'],
      additionalProperties: false,
    },
  };
}

/** What the model reads of where it is. */
export function stepRules(ask: FlowAsk): string[] {
  if (ask.kind === 'answer') return ['- Answer what the visitor asks, briefly. What comes next is said by the system.'];
  if (ask.kind === 'knowledge')
    return ask.question === '' ? [] : [`- Answer this, from the documents: ${JSON.stringify(ask.question)}`];
  return ask.exits.length === 0
    ? []
    : [`- Call ${LEAVE_TOOL} as soon as one of its cases is so, and say nothing of it.`];
}

/** The agent's prompt holds in every step; the step's own instructions stand below it. */
export const withStep = (systemPrompt: string, ask: FlowAsk): string =>
  ask.kind === 'askModel' && ask.instructions !== '' ? `${systemPrompt}\n\n${ask.instructions}`.trim() : systemPrompt;
