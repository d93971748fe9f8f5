import { ORPCError } from '@orpc/client';
import { ValidationError } from '@orpc/contract';
import pino from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toAnswer } from './error-body.ts';

const log = pino({ level: 'silent' });

test('a database without a free connection is unavailable, not a fault', () => {
  const error = new Error('query failed', { cause: new Error('timeout exceeded when trying to connect') });
  expect(toAnswer(error, 'r', log)).toMatchObject({ status: 503, body: { code: 'unavailable', requestId: 'r' } });
});

test('any other error tells nothing', () => {
  const error = new Error('password authentication failed for user "postgres"');
  expect(toAnswer(error, 'r', log)).toEqual({
    status: 500,
    headers: {},
    body: { code: 'internal', message: 'Something went wrong. Please try again.', requestId: 'r' },
  });
});

test('a field that was not sent is named, and one that is not valid says why', () => {
  const { error } = z.object({ title: z.string(), pages: z.number().max(5) }).safeParse({ pages: 9 });
  const cause = new ValidationError({ message: 'Input validation failed', issues: error?.issues ?? [], data: {} });
  const { body } = toAnswer(new ORPCError('BAD_REQUEST', { status: 400, cause }), 'r', log);
  expect(body).toEqual({
    ...{ code: 'invalid_input', message: '"title" is missing.', requestId: 'r' },
    issues: [
      { path: 'title', message: '"title" is missing.' },
      { path: 'pages', message: 'Too big: expected number to be <=5' },
    ],
  });
});
