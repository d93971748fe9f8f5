import { type ErrorCode, errors } from '@antiphon/contract/error-list';
import { type ErrorBody, Failure, type Issue } from '@antiphon/contract/errors';
import { ORPCError } from '@orpc/client';
import { ValidationError } from '@orpc/contract';
import type { Logger } from 'pino';
import { isPassing } from '../db/passing-errors.ts';

/** `headers`: when to ask again, where the caller asked too often. */
export type Answer = { status: number; body: ErrorBody; headers: Record<string, string> };

/** Of a refusal whose window nobody named, and of a database that is not there for the moment. */
const RETRY_AFTER_SECONDS = { rate_limited: 60, unavailable: 2 };

/** Any error to what the caller may see. What is not on the public list is logged and answered as `internal`. */
export function toAnswer(error: unknown, requestId: string, log: Logger): Answer {
  if (error instanceof Failure)
    return answer(error.code, error.message, requestId, error.issues, error.retryAfterSeconds);
  if (error instanceof ORPCError) {
    const cause: unknown = error.cause;
    if (cause instanceof Failure) return toAnswer(cause, requestId, log);
    if (error.status < 500 && cause instanceof ValidationError) {
      const issues = cause.issues.map((issue) => ({ path: pathOf(issue.path), message: messageOf(issue) }));
      return answer('invalid_input', issues[0]?.message ?? errors.invalid_input.message, requestId, issues);
    }
    const code = CODES[error.status];
    if (code) return answer(code, errors[code].message, requestId, []);
  }
  if (isPassing(error)) {
    log.warn({ requestId, reason: reasonOf(error) }, 'the database is not there, or no connection came free in time');
    return answer('unavailable', errors.unavailable.message, requestId, []);
  }
  log.error({ err: error, requestId }, 'request failed');
  return answer('internal', errors.internal.message, requestId, []);
}

/** The schema's words for a field that was not sent name a type of the language it is written in. */
const messageOf = ({ message, path }: { message: string; path?: Parameters<typeof pathOf>[0] }): string =>
  /received undefined$/.test(message) ? `"${pathOf(path)}" is missing.` : message;

/** Of what lies beneath: a failed query says what it was called with. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause ? reasonOf(error.cause) : error.message) : '';

const CODES: Record<number, ErrorCode> = {
  400: 'invalid_input',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
};

function answer(
  code: ErrorCode,
  message: string,
  requestId: string,
  issues: Issue[],
  retryAfterSeconds: number | null = null,
): Answer {
  const seconds =
    retryAfterSeconds ?? (code === 'rate_limited' || code === 'unavailable' ? RETRY_AFTER_SECONDS[code] : null);
  return {
    status: errors[code].status,
    body: { code, message, requestId, ...(issues.length > 0 ? { issues } : {}) },
    headers: seconds === null ? {} : { 'retry-after': String(seconds) },
  };
}

const pathOf = (path: readonly (PropertyKey | { key: PropertyKey })[] | undefined) =>
  (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
