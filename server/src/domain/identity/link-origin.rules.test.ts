import { expect, it } from 'vitest';
import { linkOrigin } from './link-origin.rules.ts';

const unset = { publicUrl: null, port: 3000 };

it.each([
  ['http://localhost:4000/api/na/auth/x', 'http://localhost:4000'],
  ['http://app.localhost:4000/x', 'http://app.localhost:4000'],
  ['http://127.0.0.1:4000/x', 'http://127.0.0.1:4000'],
  ['http://192.168.1.7:4000/x', 'http://192.168.1.7:4000'],
  ['http://172.20.0.2:4000/x', 'http://172.20.0.2:4000'],
  ['http://evil.example.com/x', 'http://localhost:3000'],
  ['http://203.0.113.9/x', 'http://localhost:3000'],
  ['http://localhost.evil.example.com/x', 'http://localhost:3000'],
  ['http://192.168.1.7.evil.example.com/x', 'http://localhost:3000'],
  ['nonsense', 'http://localhost:3000'],
])('without PUBLIC_URL, a mail that was asked for at %s links to %s', (requestUrl, expected) => {
  expect(linkOrigin(unset, requestUrl)).toBe(expected);
});

it('PUBLIC_URL is believed over every request', () => {
  const settings = { publicUrl: 'https://app.example.com', port: 3000 };
  expect(linkOrigin(settings, 'http://localhost:4000/x')).toBe('https://app.example.com');
});
