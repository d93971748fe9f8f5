import { type ErrorCode, errors } from '@antiphon/contract/error-list';
import type { Issue } from '@antiphon/contract/errors';
import { i18n } from '@lingui/core';
import { say } from './texts/texts.ts';

/** What a screen knows of a failure. `status` 0: the server was not reached. */
export interface Problem {
  code: ErrorCode;
  status: number;
  message: string;
  requestId: string | null;
  issues: Issue[];
}

export const offline = (): Problem => ({
  code: 'unavailable',
  status: 0,
  message: sentenceOf('offline'),
  requestId: null,
  issues: [],
});

/** In the person's language; in English where no texts are loaded, as in tests. */
const sentenceOf = (code: ErrorCode | 'offline'): string =>
  i18n.locale === '' && code !== 'offline' ? errors[code].message : say('errors', code);

/** Where the server said more than the list does, its own sentence stands. */
const translate = (code: string, message: string): string =>
  isListed(code) && errors[code].message === message ? sentenceOf(code) : message;

const isListed = (code: string): code is ErrorCode => code in errors;

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
    message: translate(code, message),
    requestId: requestId === '' ? null : requestId,
    issues: Array.isArray(issues)
      ? issues.filter(isIssue).map((issue) => ({ ...issue, message: translate(code, issue.message) }))
      : [],
  };
}

/** The same with its own sentences said by `translate`, at the fields as well. */
export const reworded = (problem: Problem, translate: (sentence: string) => string): Problem => ({
  ...problem,
  message: translate(problem.message),
  issues: problem.issues.map((issue) => ({ ...issue, message: translate(issue.message) })),
});

const sentence = (status: number) => sentenceOf(status >= 502 && status <= 504 ? 'unavailable' : 'internal');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isIssue = (value: unknown): value is Issue =>
  isObject(value) &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

export const isProblem = (value: unknown): value is Problem =>
  isObject(value) && 'code' in value && 'status' in value && 'requestId' in value && 'issues' in value;
