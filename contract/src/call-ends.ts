import * as z from 'zod';

/** `lost`: the connection, and nobody came back. `agent`: the flow ended the conversation. `transferred`: somebody took it on the phone. */
export const CallEndReason = z.enum([
  'caller',
  'operator',
  'agent',
  'transferred',
  'silence',
  'too_long',
  'no_credits',
  'lost',
  'failed',
]);
export type CallEndReason = z.infer<typeof CallEndReason>;
