import * as z from 'zod';
import { FUNCTION_FAULTS } from './function-faults.ts';
import { CallCredentialId } from './ids.ts';
import { limits } from './limits.ts';

export const FunctionMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
export type FunctionMethod = z.infer<typeof FunctionMethod>;

export const InputKind = z.enum([
  'text',
  'number',
  'integer',
  'boolean',
  'date',
  'datetime',
  'email',
  'phone',
  'choice',
  'list',
]);
export type InputKind = z.infer<typeof InputKind>;

const partName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, FUNCTION_FAULTS.partName)
  .describe('In `{braces}` it stands for its value');

/** What one call is given. */
export const FunctionInput = z.object({
  name: partName,
  kind: InputKind,
  description: z.string().trim().max(limits.functionPartCharsMax).default(''),
  isRequired: z.boolean().default(true),
  source: z
    .enum(['fixed', 'said', 'model'])
    .describe(
      '`fixed`: always the value here. `said`: only what the visitor wrote. `model`: what the model makes of it',
    ),
  fixedValue: z.string().max(limits.functionValueCharsMax).default('').describe('Of a `fixed` one'),
  choices: z
    .array(z.string().trim().min(1).max(100))
    .max(limits.functionChoicesMax, `At most ${limits.functionChoicesMax} choices.`)
    .default([])
    .describe('Of a `choice`'),
});
export type FunctionInput = z.infer<typeof FunctionInput>;

const named = z.object({
  name: z.string().trim().min(1, FUNCTION_FAULTS.nameMissing).max(100),
  value: z.string().max(limits.functionValueCharsMax),
});

export const FunctionRequest = z.object({
  method: FunctionMethod,
  origin: z.string().trim().max(300).describe('Such as `https://api.example.com`, without a path'),
  path: z.string().trim().max(1_000).describe('Such as `/orders/{order}`: an input takes the place of a whole segment'),
  query: z.array(named).max(limits.functionQueryMax, `At most ${limits.functionQueryMax}.`).default([]),
  headers: z
    .array(named)
    .max(limits.functionHeadersMax, `At most ${limits.functionHeadersMax} headers.`)
    .default([])
    .describe('As they are: inputs do not stand in headers'),
  body: z
    .string()
    .max(limits.functionBodyBytesMax, FUNCTION_FAULTS.bodyLong)
    .default('')
    .describe('JSON; a text that is `{name}` and nothing else becomes the value of that input, in its own type'),
  credentialId: CallCredentialId.nullable()
    .default(null)
    .describe('What is sent beside the headers; only to the origins that it is meant for'),
  timeoutSeconds: z.number().int().min(1).max(25).default(10).describe('For everything, until the last byte'),
  honoursIdempotencyKey: z
    .boolean()
    .default(false)
    .describe('Whether the system does the same call once only, by `Idempotency-Key`, which is always sent'),
});
export type FunctionRequest = z.infer<typeof FunctionRequest>;

const pointer = z
  .string()
  .max(200)
  .describe('A JSON pointer (RFC 6901), such as `/order/items/0/name`; empty: everything');

export const OutputKind = z.enum(['text', 'number', 'boolean', 'list']);

export const FunctionOutput = z.object({
  name: partName,
  kind: OutputKind,
  pointer,
  description: z.string().trim().max(limits.functionPartCharsMax).default(''),
});
export type FunctionOutput = z.infer<typeof FunctionOutput>;

/** What counts as done, and what is taken from the answer. Nothing else of it is kept. */
export const FunctionResponse = z.object({
  outputs: z
    .array(FunctionOutput)
    .max(limits.functionOutputsMax, `At most ${limits.functionOutputsMax} outputs.`)
    .default([]),
  success: z
    .object({ pointer, equals: z.string().max(200) })
    .nullable()
    .default(null)
    .describe('Beside a status of 200 to 299: this value has to be there'),
});
export type FunctionResponse = z.infer<typeof FunctionResponse>;
