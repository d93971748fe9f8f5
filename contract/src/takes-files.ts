import type { AnySchema } from '@orpc/contract';
import * as z from 'zod';

/** Whether files may be sent to a procedure, as a form. */
export const takesFiles = (procedure: { '~orpc': { inputSchema?: AnySchema | undefined } }): boolean => {
  const schema = procedure['~orpc'].inputSchema;
  if (!(schema instanceof z.core.$ZodType)) return false;
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return JSON.stringify(described).includes('"format":"binary"');
};
