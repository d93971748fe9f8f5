import { describe, expect, test } from 'vitest';
import { findSubdomainFault, toHost } from './subdomains.rules.ts';

describe('a typed subdomain', () => {
  test.each([
    ['Acme', 'acme.example.com'],
    [' ac me ', 'acme.example.com'],
    ['acme.example.com', 'acme.example.com'],
    ['ACME.Example.COM', 'acme.example.com'],
    ['acme.other.com', 'acme.other.com.example.com'],
  ])('%j is the host %s', (typed, host) => expect(toHost(typed, 'example.com')).toBe(host));

  test.each([
    ['acme', null],
    ['a1-b2', null],
    ['ab', 'malformed'],
    ['-acme', 'malformed'],
    ['acme-', 'malformed'],
    ['ac_me', 'malformed'],
    ['a.b', 'malformed'],
    ['', 'malformed'],
    ['.', 'malformed'],
    ['acmé', 'malformed'],
    ['xn--acm-dma', 'malformed'],
    ['портал', 'malformed'],
    // Its first letter is a Cyrillic one.
    ['аcme', 'malformed'],
    ['2001:db8::1', 'malformed'],
    ['a'.repeat(64), 'malformed'],
    ['www', 'reserved'],
    ['api', 'reserved'],
    ['app', 'reserved'],
    ['admin', 'reserved'],
    ['mail', 'reserved'],
    ['platform', 'reserved'],
    ['plat-form', 'reserved'],
    ['platform-login', 'reserved'],
  ])('%j: %s', (typed, fault) =>
    expect(findSubdomainFault(toHost(typed, 'example.com'), 'example.com', 'Platform')).toBe(fault),
  );
});
