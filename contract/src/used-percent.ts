import * as z from 'zod';

/** Of the last grant, as the highest threshold that was passed: 0, 50, 75, 90 or 100. */
export const UsedPercent = z
  .number()
  .int()
  .describe('0, 50, 75, 90 or 100: how much of the last grant is used; from 90 on agents answer with a cheaper model');
