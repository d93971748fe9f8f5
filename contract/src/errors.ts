import * as z from 'zod';

/** The public list of errors: code, status, sentence. What is not on it reaches nobody but the log. */
export const errors = {
  invalid_input: { status: 400, message: 'Some of what was sent is not valid.' },
  invalid_region: { status: 404, message: 'This region does not exist. Regions are na and eu.' },
  unauthorized: { status: 401, message: 'Please sign in.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  not_found: { status: 404, message: 'Not found.' },
  conflict: { status: 409, message: 'This was changed elsewhere in the meantime. Reload to see the newer state.' },
  idempotency_mismatch: { status: 409, message: 'This id was already used for something else.' },
  too_large: { status: 413, message: 'This is too large.' },
  unsupported_type: { status: 415, message: 'This type of file is not supported.' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  message_limit_reached: { status: 429, message: 'This agent has reached its message limit.' },
  spend_limit_reached: { status: 402, message: 'This agent has reached its monthly credit limit.' },
  no_credits: { status: 402, message: 'This workspace has no credits left.' },
  document_limit_reached: { status: 409, message: 'This agent holds as many documents as it may.' },
  url_not_allowed: {
    status: 400,
    message: 'This address cannot be read: only public http and https addresses are allowed.',
  },
  credential_in_use: { status: 409, message: 'This credential is used by an agent.' },
  credential_failed: { status: 400, message: 'The provider refused this credential.' },
  agent_not_published: { status: 404, message: 'This agent is not published.' },
  nothing_to_publish: { status: 409, message: 'There is nothing new to publish.' },
  unavailable: { status: 503, message: 'This is not available right now. Please try again in a moment.' },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

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

  constructor(code: ErrorCode, message: string, issues: Issue[]) {
    super(message);
    this.code = code;
    this.issues = issues;
  }
}

/** `message` replaces the listed sentence where more can be said; it reaches the caller and must hold nothing secret. */
export function fail(code: ErrorCode, details: { message?: string; issues?: Issue[] } = {}): never {
  throw new Failure(code, details.message ?? errors[code].message, details.issues ?? []);
}
