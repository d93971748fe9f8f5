import * as z from 'zod';
import { TEMPLATE_CATEGORIES, TEMPLATE_FAULTS } from './campaign-words.ts';

// Texts that WhatsApp looked at and lets us send to whoever has not written of late.

const text = (max: number) => z.string().trim().max(max);

/** Ten places are more than any approved text of 1,024 characters keeps readable. */
const PLACES_MAX = 10;
export const ChosenTemplate = z.object({
  name: text(512).min(1),
  language: text(20).min(1).describe('As its provider writes it: `en_US`'),
  values: z
    .array(text(200))
    .max(PLACES_MAX)
    .describe('What stands in its places, in their order; `{name}` is the name of whoever gets it'),
});
export type ChosenTemplate = z.infer<typeof ChosenTemplate>;

export const MessageTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.enum(TEMPLATE_CATEGORIES),
  text: z.string().describe('Header, body and footer, with its places as `{{1}}`'),
  places: z.array(z.string()).describe('What the places are called, in their order'),
  buttons: z.array(z.string()),
  fault: z.enum(TEMPLATE_FAULTS).nullable().describe('Why it cannot be sent; null: it can'),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;
