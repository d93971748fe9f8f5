import * as z from 'zod';
import { ActionStatus } from './actions.ts';

/** What an input is given. */
export const GivenValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type GivenValue = z.infer<typeof GivenValue>;

/** Of each output that a function names; null where the answer has none. */
export const OutputValues = z.record(z.string(), z.union([GivenValue, z.null()]));
export type OutputValues = z.infer<typeof OutputValues>;

/** `asking`: the visitor is asked for what is missing. `confirmed`: it is to be sent; `running`: it is being sent, or was. */
export const CallStatus = z.enum([...ActionStatus.options, 'asking', 'confirmed']);
export type CallStatus = z.infer<typeof CallStatus>;

/** Why a call failed, or why nobody knows whether it did: of the answer, of the connection, or of the function itself. */
export const CallFault = z.enum([
  'status',
  'cut',
  'not_json',
  'success_value',
  'forbidden',
  'unsent',
  'unanswered',
  'credential',
  'input',
  'interrupted',
  'gone',
  'tool_changed',
]);
export type CallFault = z.infer<typeof CallFault>;
