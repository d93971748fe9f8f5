import type { AnySchema } from '@orpc/contract';
import * as z from 'zod';

/** Schemas never change; describing one takes longer than all other checks of a call. */
const known = new WeakMap<AnySchema, boolean>();

/** Whether files may be sent to a procedure, as a form. */
export const takesFiles = (procedure: { '~orpc': { inputSchema?: AnySchema | undefined } }): boolean => {
  const schema = procedure['~orpc'].inputSchema;
  if (!(schema instanceof z.core.$ZodType)) return false;
  const isKnown = known.get(schema);
  if (isKnown !== undefined) return isKnown;
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const takes = JSON.stringify(described).includes('"format":"binary"');
  known.set(schema, takes);
  return takes;
};
