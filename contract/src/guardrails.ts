import * as z from 'zod';
import { limits } from './limits.ts';

/** What visitors write of themselves, and which of it is neither kept nor shown to a model. */
export const MASKS = ['cards', 'ibans', 'emails', 'phones'] as const;
export type Mask = (typeof MASKS)[number];

/** What the agent does not talk about: how visitors ask for it, and what it says instead. */
export const RefusedTopic = z.object({
  name: z.string().trim().min(1).max(80),
  examples: z
    .array(z.string().trim().min(1).max(limits.topicExampleCharsMax))
    .min(1)
    .max(limits.topicExamplesMax)
    .describe('Sentences of visitors who ask about it'),
  answer: z.string().trim().min(1).max(1_000).describe('Said word by word'),
});
export type RefusedTopic = z.infer<typeof RefusedTopic>;

/** `shop.example.com`, or `*.example.com` for all below it. */
export const LinkHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(/^(\*\.)?([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u, {
    message: 'Use a host such as shop.example.com, without https:// and without a path.',
  });

/** What is masked of what visitors write, what is refused, and what the agent's answers never hold. */
export const Guardrails = z.object({
  masks: z
    .object({
      cards: z.boolean().default(true),
      ibans: z.boolean().default(false),
      emails: z.boolean().default(false),
      phones: z.boolean().default(false),
    })
    .prefault({})
    .describe('Kept as `[card 1]`, `[iban 1]`, `[email 1]`, `[phone 1]`'),
  topics: z.array(RefusedTopic).max(limits.topicsMax, `At most ${limits.topicsMax} topics.`).default([]),
  linkHosts: z
    .array(LinkHost)
    .max(limits.linkHostsMax)
    .default([])
    .describe("Hosts that a language model may link to, beside those of the agent's documents and instructions"),
  names: z
    .array(z.string().trim().min(1).max(limits.guardedNameCharsMax))
    .max(limits.guardedNamesMax)
    .default([])
    .describe('Never said by the agent'),
  keepsInstructions: z.boolean().default(false).describe('Eight words in a row of its instructions are never said'),
  hidesSecrets: z.boolean().default(true).describe('What looks like a key or a token is never said'),
  whenBroken: z
    .enum(['replace', 'retry', 'person'])
    .default('replace')
    .describe('Where a name or an instruction was about to be said; `retry` asks the model once more'),
  instead: z.string().trim().max(300).default('').describe('Said in the place of such a sentence'),
});
export type Guardrails = z.infer<typeof Guardrails>;
