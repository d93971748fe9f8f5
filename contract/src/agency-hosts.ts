import * as z from 'zod';
import { CheckedRecord, RecordWhy } from './dns-records.ts';

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

export const DomainRecord = CheckedRecord.extend({ ttl: z.literal('Auto') });
export type DomainRecord = z.infer<typeof DomainRecord>;

/** A domain of an agency's own, as the last look found it. */
export const CustomDomain = z.object({
  domain: z.string().describe('As the name system has it: lower case, ASCII'),
  state: z.enum(HOST_STATES),
  stateSince: z.iso.datetime(),
  url: z.string().describe('Where it is reached'),
  records: z.array(DomainRecord).describe('What has to stand in its DNS; all are kept for as long as it is used'),
  problem: HostProblem.nullable().describe('What the last look found wrong, beside the records'),
  checkedAt: z.iso.datetime().nullable(),
  verifiedAt: z.iso.datetime().nullable().describe('When it was live for the first time'),
  remindedEmail: z.string().describe('Who is reminded of missing records; empty where nobody is'),
});
export type CustomDomain = z.infer<typeof CustomDomain>;

/** Whether an agency may set one up: an installation may have no way in for them, and a workspace no paid plan. */
export const CustomDomainOffer = z.enum(['yes', 'needs_plan', 'not_offered']);
export type CustomDomainOffer = z.infer<typeof CustomDomainOffer>;

/** How long a domain may be that somebody types. */
export const DOMAIN_TYPED_MAX = 300;
