import { z } from 'zod';

/** How calls of Meta's are read: a field of another type is as one that is not there. */
export const orNone = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** A list of what can be read of it, and no longer than any that Meta sends. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.slice(0, 1_000).flatMap((item) => {
        const { success, data } = schema.safeParse(item);
        return success ? [data as z.infer<Schema>] : [];
      }),
    );

export const Id = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[\w.:=+/-]+$/);
