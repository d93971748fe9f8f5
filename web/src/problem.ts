import type { ErrorCode, Issue } from '@antiphon/contract/errors';

/** What a screen knows of a failure. `status` 0: the server was not reached. */
export interface Problem {
  code: ErrorCode;
  status: number;
  message: string;
  requestId: string | null;
  issues: Issue[];
}

export const offline: Problem = {
  code: 'unavailable',
  status: 0,
  message: 'The server cannot be reached. Check your connection, then try again.',
  requestId: null,
  issues: [],
};

/** Reads the error body of the contract; anything else (a proxy's page) becomes `internal` with the status it came with. */
export function problemOfBody(body: unknown, status: number): Problem {
  const { code, message, requestId, issues } = (isObject(body) ? body : {}) as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string' || typeof requestId !== 'string') {
    return {
      code: status === 401 ? 'unauthorized' : 'internal',
      status,
      message: sentence(status),
      requestId: null,
      issues: [],
    };
  }
  return {
    code: code as ErrorCode,
    status,
    message,
    requestId: requestId === '' ? null : requestId,
    issues: Array.isArray(issues) ? issues.filter(isIssue) : [],
  };
}

const sentence = (status: number) =>
  status >= 502 && status <= 504
    ? 'This is not available right now. Please try again in a moment.'
    : 'Something went wrong. Please try again.';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isIssue = (value: unknown): value is Issue =>
  isObject(value) &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

export const isProblem = (value: unknown): value is Problem =>
  isObject(value) && 'code' in value && 'status' in value && 'requestId' in value && 'issues' in value;
