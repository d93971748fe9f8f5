import { errors } from '@antiphon/contract/error-list';
import { i18n } from '@lingui/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { problemOfBody } from './problem.ts';

describe('problemOfBody', () => {
  // Another file may have left a language.
  beforeAll(() => i18n.loadAndActivate({ locale: '', messages: {} }));

  it('keeps code, sentence, request id and issues of the server', () => {
    const issues = [{ path: 'title', message: 'Please give the agent a name.' }];
    expect(problemOfBody({ code: 'invalid_input', message: 'No.', requestId: 'r-1', issues }, 400)).toEqual({
      code: 'invalid_input',
      status: 400,
      message: 'No.',
      requestId: 'r-1',
      issues,
    });
  });

  it('says in the language what the server says of a field in the words of the list', () => {
    i18n.loadAndActivate({ locale: 'de', messages: { 'errors.url_not_allowed': 'Nur öffentliche Adressen.' } });
    const listed = { path: 'url', message: errors.url_not_allowed.message };
    const own = { path: 'url', message: 'Too long.' };
    const body = { code: 'url_not_allowed', message: listed.message, requestId: 'r', issues: [listed, own] };
    expect(problemOfBody(body, 400)).toMatchObject({
      message: 'Nur öffentliche Adressen.',
      issues: [{ path: 'url', message: 'Nur öffentliche Adressen.' }, own],
    });
    i18n.loadAndActivate({ locale: '', messages: {} });
  });

  it('gives no request id to copy where the server had none', () => {
    expect(problemOfBody({ code: 'not_found', message: 'No.', requestId: '' }, 404).requestId).toBeNull();
  });

  it('drops issues that are none', () => {
    const body = { code: 'invalid_input', message: 'No.', requestId: 'r', issues: [null, { path: 1 }] };
    expect(problemOfBody(body, 400).issues).toEqual([]);
  });

  it.each([
    ['<html>Bad gateway</html>', 502, 'internal', 'This is not available right now. Please try again in a moment.'],
    [null, 500, 'internal', 'Something went wrong. Please try again.'],
    [{ error: 'x' }, 401, 'unauthorized', 'Something went wrong. Please try again.'],
  ])('never shows what is no error body of ours: %j', (body, status, code, message) => {
    expect(problemOfBody(body, status)).toEqual({ code, status, message, requestId: null, issues: [] });
  });
});
