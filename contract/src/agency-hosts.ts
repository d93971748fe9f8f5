import * as z from 'zod';
import { RecordWhy } from './dns-records.ts';

const HOST_KINDS = ['subdomain', 'custom'] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** Served are `issuing`, `live` and `failing`. */
const HOST_STATES = ['unverified', 'issuing', 'live', 'failing', 'suspended'] as const;
export type HostState = (typeof HOST_STATES)[number];

/**
 * What keeps a host from its next state. `records`: each of them says why. `caa` names a record that forbids us a certificate;
 * `certificate`, `other_site` and `unreachable` are what https answered; `no_plan`: the paid plan ended.
 */
const HOST_PROBLEMS = ['records', 'caa', 'no_answer', 'certificate', 'other_site', 'unreachable', 'no_plan'] as const;

export const HostProblem = z.object({ code: z.enum(HOST_PROBLEMS), params: RecordWhy.shape.params });
export type HostProblem = z.infer<typeof HostProblem>;
