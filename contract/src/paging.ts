import * as z from 'zod';
import { limits } from './limits.ts';

/** Lists are read page by page: `cursor` is the `nextCursor` of the page before, opaque to the caller. */
export const PageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(50),
});

export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });
