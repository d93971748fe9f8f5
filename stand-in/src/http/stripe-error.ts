export type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  [field: string]: unknown;
};

/** An answer that is an error. What was written before it is kept only where `isKept` says so, as after a declined card. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly isKept: boolean;

  constructor(status: number, body: ErrorBody, isKept = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.isKept = isKept;
  }
}

export const invalid = (message: string, code?: string, param?: string) =>
  new StripeError(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });

export const missing = (noun: string, id: string, param = 'id') =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });

/** Of an account that is not there, or whose owner has taken the platform's access back: both look the same. */
export const noAccess = (account: string) =>
  new StripeError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  });
