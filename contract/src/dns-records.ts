import * as z from 'zod';

export const RECORD_TYPES = ['TXT', 'CNAME', 'A', 'AAAA', 'MX'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** `unknown`: who was asked did not answer, so that nothing can be said of the record. */
export const RECORD_STATES = ['right', 'wrong', 'missing', 'unknown'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

/** What keeps a record from being enough. The sentence of each stands in `web/src/texts/en/dns-records.json`. */
export const RECORD_WHYS = [
  'zone_added',
  'belongs_at',
  'cloudflare_proxy',
  'ipv6_elsewhere',
  'caa',
  'not_seen_yet',
  'no_answer',
  'two_spf',
  'two_mx',
  'other_key',
  'other_value',
  'not_found',
] as const;

export const RecordWhy = z.object({
  code: z.enum(RECORD_WHYS),
  params: z.record(z.string(), z.string()).describe('What the sentence of the code names'),
});
export type RecordWhy = z.infer<typeof RecordWhy>;

/** A record that somebody has to set up at their provider, and what was found in its place. */
export const CheckedRecord = z.object({
  type: z.enum(RECORD_TYPES),
  name: z.string().describe('The whole name'),
  short: z.string().describe('What is typed at a provider that adds the zone by itself'),
  zone: z.string().describe('Empty where it could not be found'),
  value: z.string(),
  priority: z.number().int().optional(),
  found: z.array(z.string()),
  state: z.enum(RECORD_STATES),
  why: RecordWhy.nullable(),
});
export type CheckedRecord = z.infer<typeof CheckedRecord>;
