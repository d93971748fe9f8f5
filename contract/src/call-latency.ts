import * as z from 'zod';
import { CallMode } from './calls.ts';

/** Milliseconds from the end of a question to the first sound of its answer, as far as they are known (`SpokenTurn`). */
export const CallLatency = z.object({
  mode: CallMode,
  turns: z.number().int().describe('Answers that were spoken in the 200 newest calls, as long as traces are kept'),
  p50: z.number().int(),
  p95: z.number().int(),
});
export type CallLatency = z.infer<typeof CallLatency>;
