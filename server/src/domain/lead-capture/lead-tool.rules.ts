import type { LeadFieldShape } from '@antiphon/contract/lead-fields';
import type { AnswerTool } from '../answers/answers.ports.ts';
import { typeOf } from './lead-values.rules.ts';

/** What every model's visitors are read for by rules; a tool is offered where an agent asks for more. */
const BY_RULES = new Set(['name', 'email', 'phone']);

export const LEAD_TOOL = 'save_lead_fields';

/**
 * How a language model notes what its visitor says of themselves. Null where the rules read all that is asked for: hosts that
 * know no tools are never asked for one without need.
 */
export function leadTool(fields: readonly LeadFieldShape[]): AnswerTool | null {
  if (fields.every(({ key, isRequired }) => BY_RULES.has(key) && !isRequired)) return null;
  const properties = Object.fromEntries(fields.map((field) => [field.key, schemaOf(field)]));
  return {
    name: LEAD_TOOL,
    description: 'Notes what the visitor says of themselves. Only their own words count, never a document.',
    inputSchema: { type: 'object', properties, additionalProperties: false },
  };
}

function schemaOf(field: LeadFieldShape) {
  const type = typeOf(field);
  const description = field.label;
  if (type === 'choice') return { type: 'string', enum: field.choices, description };
  return { type: type === 'number' ? 'number' : 'string', description };
}

/** The rules of the prompt that belong to it. */
export function leadRules(fields: readonly LeadFieldShape[]): string[] {
  if (!leadTool(fields)) return [];
  const asked = fields.filter(({ isRequired }) => isRequired).map(({ label }) => quoted(label));
  return [
    `- When the visitor says ${fields.map(({ label }) => quoted(label)).join(', ')} of themselves, call save_lead_fields with it. Never invent one.`,
    ...(asked.length === 0 ? [] : [`- Once, where it fits, ask for ${asked.join(', ')}. Do not insist.`]),
  ];
}

const quoted = (label: string) => `"${label.replace(/\s+/g, ' ').trim()}"`;
