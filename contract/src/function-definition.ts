import * as z from 'zod';
import { FUNCTION_FAULTS } from './function-faults.ts';
import { FunctionInput, FunctionRequest, FunctionResponse } from './function-parts.ts';
import { McpSourceId } from './ids.ts';
import { limits } from './limits.ts';

const sentence = z.string().trim().max(limits.functionSentenceCharsMax).default('');

/** As it was approved: `fingerprint` is of its name, its description and its schema. Where its server says something else, it is off. */
const FunctionTool = z.object({
  sourceId: McpSourceId,
  name: z.string().min(1).max(128),
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FunctionTool = z.infer<typeof FunctionTool>;

/** What a function is made of, field by field. */
export const definitionFields = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{2,39}$/, FUNCTION_FAULTS.name)
    .describe('Unique in the workspace'),
  description: z
    .string()
    .trim()
    .min(1, FUNCTION_FAULTS.description)
    .max(limits.functionDescriptionCharsMax)
    .describe('What it does, for whoever decides to call it'),
  examples: z
    .array(z.string().trim().min(1).max(limits.functionSentenceCharsMax))
    .min(limits.functionExamplesMin, FUNCTION_FAULTS.examples)
    .max(limits.functionExamplesMax)
    .describe('Sentences of visitors who want it'),
  kind: z
    .enum(['read', 'effect'])
    .describe('`read`: it looks something up, and may be asked again. `effect`: it changes something'),
  inputs: z.array(FunctionInput).max(limits.functionInputsMax, `At most ${limits.functionInputsMax} inputs.`),
  request: FunctionRequest,
  response: FunctionResponse,
  tool: FunctionTool.nullable()
    .default(null)
    .describe('Where it is a tool of an MCP source: it is called at `request`, with `body` as its arguments'),
  sentences: z
    .object({
      proposal: sentence.describe('Asks whether to do it, such as `Book a table for {people}?`'),
      button: z.string().trim().max(limits.functionButtonCharsMax).default('').describe('On what confirms it'),
      waiting: sentence,
      success: sentence,
      failure: sentence,
    })
    .describe(
      'What the visitor is told. They are the receipt, whatever a model says. Inputs and outputs stand in braces, `{people}`',
    ),
};
export const FunctionDefinition = z.object(definitionFields);
export type FunctionDefinition = z.infer<typeof FunctionDefinition>;
