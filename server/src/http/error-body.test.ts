import pino from 'pino';
import { expect, test } from 'vitest';
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
