import qs from 'qs';
import type { z } from 'zod';
import { invalid, type StripeError } from './stripe-error.ts';

const LIMITS = { depth: 8, strictDepth: true, parameterLimit: 1_000, arrayLimit: 100, throwOnLimitExceeded: true };

export function parseForm(body: string): Record<string, unknown> {
  try {
    return qs.parse(body, { ...LIMITS, plainObjects: true }) as Record<string, unknown>;
  } catch {
    throw invalid('Invalid request: the parameters are nested too deeply, or there are too many.');
  }
}

export function parseJson(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw invalid('Invalid JSON in the request body.');
  }
}

const named = (path: readonly PropertyKey[]) =>
  path.map((key, at) => (at === 0 ? String(key) : `[${String(key)}]`)).join('');

type Issue = z.core.$ZodIssue;

/** The issue of the alternative that came closest, where a value fits none. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const within = issue.errors.flat().map((one) => ({ ...one, path: [...issue.path, ...one.path] }) as Issue);
  const [best] = within.sort((one, other) => other.path.length - one.path.length);
  return best ? deepest(best) : issue;
}

function refuse(issue: Issue, sent: unknown): StripeError {
  if (issue.code === 'unrecognized_keys') {
    const param = named([...issue.path, issue.keys[0] ?? '']);
    return invalid(`Received unknown parameter: ${param}`, 'parameter_unknown', param);
  }
  const param = named(issue.path);
  let value = sent;
  for (const key of issue.path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  if (value === undefined) return invalid(`Missing required param: ${param}.`, 'parameter_missing', param);
  if (value === '') return invalid(`You passed an empty string for '${param}'.`, 'parameter_invalid_empty', param);
  if (issue.message === 'Invalid integer')
    return invalid(`Invalid integer: ${value}`, 'parameter_invalid_integer', param);
  return invalid(`Invalid ${param}: ${issue.message}`, undefined, param);
}

export function readParams<T extends z.ZodType>(schema: T, sent: unknown): z.output<T> {
  const read = schema.safeParse(sent);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw first ? refuse(deepest(first), sent) : invalid('Invalid request.');
}
