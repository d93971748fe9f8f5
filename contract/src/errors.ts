import * as z from 'zod';
import { type ErrorCode, errors } from './error-list.ts';

export const Issue = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof Issue>;

/** The body of every answer that is not a success. `requestId` is what a person quotes to support. */
export const ErrorBody = z.object({
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  requestId: z.string(),
  issues: z.array(Issue).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** What a use case throws when it cannot do what was asked. `http` turns it into an `ErrorBody` with the listed status. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly issues: Issue[];
  /** When it is worth asking again; null where nobody knows, or asking again changes nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, message: string, issues: Issue[], retryAfterSeconds: number | null = null) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** `message` replaces the listed sentence where more can be said; it reaches the caller and must hold nothing secret. */
export function fail(
  code: ErrorCode,
  details: { message?: string; issues?: Issue[]; retryAfterSeconds?: number } = {},
): never {
  const { message = errors[code].message, issues = [], retryAfterSeconds = null } = details;
  throw new Failure(code, message, issues, retryAfterSeconds);
}
