import { inspect } from 'node:util';
import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, test } from 'vitest';
import { openBothDatabases } from '../../test/harness/database.ts';
import { makeLog } from '../make-log.ts';
import { describeError, printableError } from './describe-error.ts';
import { users } from './schema/identity.ts';

const SECRET = 'sk-at-every-timeout';

/** All that may come out: what is logged, and what the queue keeps. */
function printed(error: unknown) {
  const lines: string[] = [];
  makeLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed');
  const kept = printableError(error);
  return [...lines, kept.message, kept.stack].join('\n');
}

describe.each(await openBothDatabases())('a failed query on $name', ({ database }) => {
  const { unscoped } = database;

  test.each([
    ['a wrong value', () => unscoped.execute(sql`select ${SECRET}::int`), '22P02'],
    ['a row', () => unscoped.insert(users).values({ email: SECRET } as never), '23502'],
  ])('%s: the code and the text, never what it was given', async (_name, query, code) => {
    const error: unknown = await query().then(
      () => expect.unreachable(),
      (failure: unknown) => failure,
    );
    // The fault: printed as it is, it tells all.
    expect(inspect(error, { depth: 5 })).toContain(SECRET);
    expect(printed(error)).not.toContain(SECRET);
    expect(describeError(error)).toMatchObject({
      query: expect.stringContaining('$1'),
      at: expect.stringContaining('at '),
      cause: { code },
    });
  });
});

test('a query that stands in the words or causes of others', () => {
  const query = new DrizzleQueryError('select $1', [SECRET], new Error('canceling'));
  const wrapped = new Error(`It failed. ${query.message}`, { cause: new Error('twice', { cause: query }) });
  expect(printed(wrapped)).not.toContain(SECRET);
  expect(describeError(wrapped)).toMatchObject({ message: 'It failed. Failed query', cause: { message: 'twice' } });
});

test('lines of a parameter that look like places are none', () => {
  const query = new DrizzleQueryError('select $1', [`x\n    at ${SECRET} (a.ts:1:2)`]);
  expect(printed(query)).not.toContain(SECRET);
});

test('other errors keep their words', () => {
  expect(describeError(Object.assign(new TypeError('no such thing'), { code: 'E1' }))).toMatchObject({
    type: 'TypeError',
    message: 'no such thing',
    code: 'E1',
  });
  expect(describeError(SECRET)).toEqual({ type: 'string' });
});
