import { describe, expect, test } from 'vitest';
import { mayBeAgencyHost, normaliseHost } from './hosts.ts';

describe('the host that was called', () => {
  test.each([
    ['Acme.Example.COM:3000', 'acme.example.com'],
    ['acme.example.com.', 'acme.example.com'],
    ['localhost', 'localhost'],
    ['[::1]:80', '[::1]'],
  ])('%s is %s', (header, host) => expect(normaliseHost(header)).toBe(host));

  const options = { rootDomain: 'example.com', publicUrl: 'https://app.example.com' };
  test.each([
    ['acme.example.com', true],
    ['a.b.example.com', true],
    ['app.example.com', false],
    ['www.example.com', false],
    ['example.com', false],
    ['evilexample.com', false],
    ['127.0.0.1', false],
    ['acme.example.com.evil.test', false],
    ['', false],
  ])('%j may be an agency host: %s', (host, expected) => expect(mayBeAgencyHost(host, options)).toBe(expected));

  test('without an address of its own the platform is at the root domain', () => {
    expect(mayBeAgencyHost('localhost', { rootDomain: 'localhost', publicUrl: null })).toBe(false);
    expect(mayBeAgencyHost('acme.localhost', { rootDomain: 'localhost', publicUrl: null })).toBe(true);
  });
});
