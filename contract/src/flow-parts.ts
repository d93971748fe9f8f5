import * as z from 'zod';
import { FLOW_FAULTS } from './flow-faults.ts';
import { FunctionId } from './ids.ts';
import { limits } from './limits.ts';

/** Made by whoever adds the part, at random, and never used again: open conversations are moved to a new version by it. */
export const FlowPartId = z.string().regex(/^[A-Za-z0-9]{4,24}$/);
export type FlowPartId = z.infer<typeof FlowPartId>;

/** May be empty while it is worked on: what is missing is told by `findFlowFaults`, and keeps it from being published. */
const name = z.string().trim().max(limits.flowNameCharsMax).default('');
const text = z
  .string()
  .max(limits.flowTextCharsMax)
  .describe('A variable stands in braces, `{city}`, for what it holds; empty where it holds nothing');
const address = z.string().trim().max(2_000).default('');
const variableName = z.string().max(40).default('');
const triesMax = z.number().int().min(1).max(5).default(2).describe('Answers that cannot be read, then `notGiven`');
const examples = z.array(z.string().trim().min(1).max(200)).max(limits.flowExamplesMax).default([]);

export const FlowVariableKind = z.enum(['text', 'number', 'boolean', 'date', 'email', 'phone', 'choice']);
export type FlowVariableKind = z.infer<typeof FlowVariableKind>;

/** What a conversation keeps on its way. A `date` is written as 2026-03-31. */
export const FlowVariable = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, FLOW_FAULTS.variableName),
  kind: FlowVariableKind,
  choices: z
    .array(z.string().trim().min(1).max(100))
    .max(limits.functionChoicesMax)
    .default([])
    .describe('Of `choice`'),
});
export type FlowVariable = z.infer<typeof FlowVariable>;

export const FlowValue = z.union([z.string().max(limits.flowTextCharsMax), z.number(), z.boolean()]);
export type FlowValue = z.infer<typeof FlowValue>;

/** A variable, or a value as it stands. */
export const FlowOperand = z.union([z.object({ variable: z.string().max(40) }), z.object({ value: FlowValue })]);
export type FlowOperand = z.infer<typeof FlowOperand>;

export const FlowComparison = z.enum([
  'is',
  'is_not',
  'contains',
  'less',
  'at_most',
  'more',
  'at_least',
  'given',
  'not_given',
]);
export type FlowComparison = z.infer<typeof FlowComparison>;

/** `less` and its like compare numbers, and days by the calendar; what holds nothing is neither more nor less than anything. */
export const FlowCondition = z.object({
  variable: variableName,
  comparison: FlowComparison,
  operand: FlowOperand.nullable().default(null).describe('None for `given` and `not_given`'),
});
export type FlowCondition = z.infer<typeof FlowCondition>;

const node = <const Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ id: FlowPartId, kind: z.literal(kind), name, ...shape });

export const FlowNode = z.discriminatedUnion('kind', [
  node('start', {}),
  node('message', {
    text,
    choices: z
      .array(
        z.object({
          id: FlowPartId,
          label: name,
          text: z
            .string()
            .max(limits.flowCardTextCharsMax)
            .default('')
            .describe('With it, a picture or an address it is a card'),
          image: address.describe('https, of a picture'),
          url: address.describe('https, where more is to be read'),
        }),
      )
      .max(limits.flowChoicesMax)
      .default([])
      .describe('Buttons and cards; with them it waits until one is chosen or something else is written'),
  }),
  node('step', {
    instructions: z
      .string()
      .max(limits.systemPromptCharsMax)
      .default('')
      .describe("Beside the agent's prompt, which holds in every step; of the main one there are none"),
    isMain: z.boolean().default(false),
    turnsMax: z
      .number()
      .int()
      .min(1)
      .max(limits.flowStepTurnsMax)
      .nullable()
      .default(null)
      .describe('Answers of the step, then `tooLong`'),
    exits: z
      .array(
        z.object({
          id: FlowPartId,
          name,
          when: z.string().trim().max(300).default('').describe('Says to a language model when it leaves this way'),
          examples: examples.describe('Sentences of visitors upon which it leaves without a language model'),
        }),
      )
      .max(limits.flowExitsMax)
      .default([]),
  }),
  node('condition', {
    rows: z
      .array(z.object({ id: FlowPartId, all: z.array(FlowCondition).max(limits.flowConditionsMax) }))
      .max(limits.flowRowsMax)
      .default([])
      .describe('The first whose conditions all hold is taken'),
  }),
  node('collect', { variable: variableName, question: text, triesMax }),
  node('form', {
    text,
    fields: z
      .array(
        z.object({
          id: FlowPartId,
          variable: variableName,
          label: name,
          isRequired: z.boolean().default(true),
        }),
      )
      .max(limits.flowFieldsMax)
      .default([])
      .describe('Asked one after the other where there are no forms'),
    button: z.string().trim().max(limits.functionButtonCharsMax).default(''),
    triesMax,
  }),
  node('function', {
    functionId: FunctionId.or(z.literal('')).default('').describe('One of those of the agent'),
    inputs: z
      .array(z.object({ name: z.string().max(40), from: FlowOperand }))
      .max(limits.functionInputsMax)
      .default([]),
    outputs: z
      .array(z.object({ name: z.string().max(40), variable: variableName }))
      .max(limits.functionOutputsMax)
      .default([]),
  }),
  node('knowledge', {
    question: text.describe('What is looked for; empty: what the visitor wrote last'),
  }),
  node('set', { variable: variableName, value: FlowOperand }),
  node('handoff', { text: text.describe('Said before a person is asked for; may be empty') }),
  node('wait', { minutes: z.number().int().min(1).max(limits.flowWaitMinutesMax).default(10) }),
  node('jump', { sectionId: FlowPartId.or(z.literal('')).default(''), returns: z.boolean().default(false) }),
  node('end', { text: text.default(''), resolves: z.boolean().default(false) }),
]);
export type FlowNode = z.infer<typeof FlowNode>;
export type FlowNodeKind = FlowNode['kind'];
export type NodeOf<Kind extends FlowNodeKind> = Extract<FlowNode, { kind: Kind }>;

export const FlowEdge = z.object({
  from: FlowPartId,
  port: z.string().max(24).describe('Of the node: `next`, `done`, the id of a choice, an exit or a row ...'),
  to: FlowPartId,
});
export type FlowEdge = z.infer<typeof FlowEdge>;

/** One is the first, where a conversation begins. One with examples is global: such a sentence leads there from everywhere, and back. */
export const FlowSection = z.object({
  id: FlowPartId,
  name,
  examples,
  nodes: z.array(FlowNode).max(limits.flowSectionNodesMax, FLOW_FAULTS.sectionFull),
  edges: z.array(FlowEdge).max(limits.flowSectionNodesMax * limits.flowChoicesMax),
});
export type FlowSection = z.infer<typeof FlowSection>;

/** How a conversation goes, beside the prompt. The text of its first start is the agent's greeting; that of its main step the prompt. */
export const Flow = z
  .object({
    schema: z.literal(1),
    variables: z.array(FlowVariable).max(limits.flowVariablesMax).default([]),
    sections: z.array(FlowSection).min(1).max(limits.flowSectionsMax),
  })
  .refine((flow) => JSON.stringify(flow).length <= limits.flowBytesMax, FLOW_FAULTS.tooLarge);
export type Flow = z.infer<typeof Flow>;
