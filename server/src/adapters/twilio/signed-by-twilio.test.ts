import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedByTwilio } from './signed-by-twilio.ts';

const body = (fields: Record<string, string>) => new TextEncoder().encode(new URLSearchParams(fields).toString());
const verify = (url: string, bytes: Uint8Array, signature: string, token = '12345', headers: object = {}) =>
  isSignedByTwilio({ url, body: bytes, headers: { 'x-twilio-signature': signature, ...headers } }, token);

/** https://www.twilio.com/docs/usage/security#explore-the-algorithm-yourself */
const URL_OF_EXAMPLE = 'https://example.com/myapp.php?foo=1&bar=2';
const SIGNATURE = 'L/OH5YylLD5NRKLltdqwSvS0BnU=';
const EXAMPLE = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675310',
  Digits: '1234',
  From: '+14158675310',
  To: '+18005551212',
};

test('the example that Twilio publishes is right, and right alone', () => {
  expect(verify(URL_OF_EXAMPLE, body(EXAMPLE), SIGNATURE)).toBe(true);
  const reversed = Object.fromEntries(Object.entries(EXAMPLE).toReversed());
  expect(verify(URL_OF_EXAMPLE, body(reversed), SIGNATURE)).toBe(true);
  expect(verify('https://example.com/myapp.php?foo=1&bar=3', body(EXAMPLE), SIGNATURE)).toBe(false);
  expect(verify(URL_OF_EXAMPLE, body({ ...EXAMPLE, Digits: '1235' }), SIGNATURE)).toBe(false);
  expect(verify(URL_OF_EXAMPLE, body({ ...EXAMPLE, More: '' }), SIGNATURE)).toBe(false);
  expect(verify(URL_OF_EXAMPLE, body(EXAMPLE), SIGNATURE, '12346')).toBe(false);
  expect(verify(URL_OF_EXAMPLE, body(EXAMPLE), '')).toBe(false);
});

test('what a call says of its own address counts for nothing', () => {
  const headers = { host: 'example.com', 'x-forwarded-host': 'example.com', 'x-forwarded-proto': 'https' };
  expect(verify('https://other.example.com/myapp.php?foo=1&bar=2', body(EXAMPLE), SIGNATURE, '12345', headers)).toBe(
    false,
  );
});

test('a port of https may be left out, and nothing else', () => {
  const sign = (url: string) => createHmac('sha1', '12345').update(`${url}AB`).digest('base64');
  const bare = sign('https://example.com/hook?ref=1');
  for (const url of ['https://example.com/hook?ref=1', 'https://example.com:8443/hook?ref=1'])
    expect(verify(url, body({ A: 'B' }), bare)).toBe(true);
  expect(
    verify('https://example.com:8443/hook?ref=1', body({ A: 'B' }), sign('https://example.com:8443/hook?ref=1')),
  ).toBe(true);
  expect(verify('http://example.com:8080/hook?ref=1', body({ A: 'B' }), sign('http://example.com/hook?ref=1'))).toBe(
    false,
  );
});

test('without a token nothing is right, nor is a form of more fields than Twilio sends', () => {
  const sign = (token: string, said: string) =>
    createHmac('sha1', token).update(`https://a.test/${said}`).digest('base64');
  expect(verify('https://a.test/', body({}), createHmac('sha1', 'x').update('').digest('base64'), '')).toBe(false);
  const many = new TextEncoder().encode('a=b&'.repeat(300));
  expect(verify('https://a.test/', many, sign('12345', 'ab'.repeat(300)))).toBe(false);
});
